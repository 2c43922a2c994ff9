"""What does not hold ends a program with one line."""


class Wrong(Exception):
    """What the service did otherwise than it should."""


def check(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)
