"""Makes the component: `python3 build.py` writes dist/acme.wasm.

What requirements.txt names is installed into a virtual environment of the project's own, the first time.
"""

import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).parent
ENVIRONMENT = HERE / ".venv"
OUTPUT = HERE / "dist" / "acme.wasm"


def run(program: str, *arguments: str) -> None:
    folder = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([folder / program, *arguments], check=True, cwd=HERE)


def main() -> None:
    pins = (HERE / "requirements.txt").read_bytes()
    # Written last, so that an installation that broke off is made again.
    installed = ENVIRONMENT / "installed-requirements.txt"
    if not installed.exists() or installed.read_bytes() != pins:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        run("python", "-m", "pip", "install", "--quiet", "--requirement", "requirements.txt")
        installed.write_bytes(pins)

    OUTPUT.parent.mkdir(exist_ok=True)
    run(
        "componentize-py", "--quiet",
        "--wit-path", "wit",
        "--world", "plumbline:exporter/exporter-component@2.0.0",
        "componentize",
        # The standard library always asks for sockets, which no plugin is granted. This closes every door that is not in
        # the world: files, clocks, random numbers, sockets, and also `print`.
        "--stub-wasi",
        "--python-path", "src",
        "component",
        "--output", str(OUTPUT.relative_to(HERE)),
    )
    print(f"dist/acme.wasm: {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
