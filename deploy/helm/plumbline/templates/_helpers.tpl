{{/* Labels that select the pods of a component: `host` or `migrate`. */}}
{{- define "plumbline.selector" -}}
app.kubernetes.io/name: plumbline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "plumbline.labels" -}}
{{ include "plumbline.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "plumbline.name" -}}
{{- if contains "plumbline" .Release.Name }}{{ .Release.Name }}{{ else }}{{ printf "%s-plumbline" .Release.Name }}{{ end }}
{{- end }}

{{- define "plumbline.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{- define "plumbline.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "plumbline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* The address of the database as one of its roles. */}}
{{- define "plumbline.databaseUrl" -}}
valueFrom: {secretKeyRef: {name: {{ .root.Values.database.existingSecret }}, key: {{ .key }}}}
{{- end }}
