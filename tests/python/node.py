"""Programs of Node packages: started with their arguments, read line by line, and ended with the block that uses them."""

import os
import queue
import socket
import subprocess
import threading
from pathlib import Path
from typing import Self

from checks import check


def free_port() -> int:
    """Returns a port for a program that cannot choose one itself."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class NodeProgram:
    """A running program. `script` is its path below the folder of the packages."""

    def __init__(self, node: str, packages: str, script: str, *arguments: str, **environment: str) -> None:
        self.name = script
        self.process = subprocess.Popen(
            [node, Path(packages) / script, *arguments],
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self.waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # Read to the end, or the program would stop when nobody takes its lines.
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.lines.append(line)
            self.waiting.put(line)
        self.waiting.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()

    def read_address(self, start: str) -> str:
        """Waits for a line with an address that starts so."""
        while (line := self.waiting.get()) is not None:
            if line.strip().startswith(start):
                return line.strip()
        check(False, f"{self.name} ended without an address at {start}:\n{''.join(self.lines)}")

    def finish(self) -> None:
        """Waits until the program ends with success."""
        self.reader.join()
        check(self.process.wait() == 0, f"{self.name}:\n{''.join(self.lines)}")
