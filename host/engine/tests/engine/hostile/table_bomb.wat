;; A worker that grows its table until it is told no. It traps then, unless it got more than it may have.
(component
  (core module $bomb
    (memory (export "memory") 1)
    (table $elements 1 funcref)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
    (func (export "run") (param i32 i32 i32 i32 i32) (result i32)
      (loop $again
        (br_if $again (i32.ne (table.grow $elements (ref.null func) (i32.const 1000)) (i32.const -1))))
      ;; The zero at address 0 reads as "done".
      (if (i32.gt_u (table.size $elements) (i32.const 20000)) (then (return (i32.const 0))))
      (unreachable))
    (func (export "abandon") (param i32 i32 i32 i32 i32 i32 i32) (result i32) (unreachable)))
  (core instance $made (instantiate $bomb))
  (alias core export $made "memory" (core memory $memory))
  (alias core export $made "realloc" (core func $realloc))

  (type $request (record (field "id" string) (field "payload" string) (field "attempt" u32)))
  (type $failure (record (field "message" string) (field "retryable" bool)))
  (func $run (param "request" $request) (result (result (error $failure)))
    (canon lift (core func $made "run") (memory $memory) (realloc $realloc)))
  (func $abandon (param "request" $request) (param "reason" string) (result (result (error $failure)))
    (canon lift (core func $made "abandon") (memory $memory) (realloc $realloc)))

  ;; Functions can be exported once the types they speak of have names, which only an instance can give them.
  (component $names
    (type $r (record (field "id" string) (field "payload" string) (field "attempt" u32)))
    (import "type-request" (type $request (eq $r)))
    (type $f (record (field "message" string) (field "retryable" bool)))
    (import "type-failure" (type $failure (eq $f)))
    (import "run" (func $run (param "request" $request) (result (result (error $failure)))))
    (import "abandon"
      (func $abandon (param "request" $request) (param "reason" string) (result (result (error $failure)))))
    (export $named-request "request" (type $request))
    (export $named-failure "failure" (type $failure))
    (export "run" (func $run) (func (param "request" $named-request) (result (result (error $named-failure)))))
    (export "abandon" (func $abandon)
      (func (param "request" $named-request) (param "reason" string) (result (result (error $named-failure))))))
  (instance $job (instantiate $names
    (with "type-request" (type $request))
    (with "type-failure" (type $failure))
    (with "run" (func $run))
    (with "abandon" (func $abandon))))
  (export "plumbline:worker/job@1.0.0" (instance $job)))
