"""The machine a run was made on, as the system tells: what one needs to judge figures, and nothing that names it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

from astro_referee.interpreter.backends.c import compiler as compilers


def description() -> dict[str, str]:
    found = {
        "system": platform.system(),
        "processor": processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "C compiler": c_compiler(),
        "C++ compiler": first_line("c++"),
        "OpenSpiel": version("open-spiel"),
        "python-chess": version("chess"),
    }
    return {name: value for name, value in found.items() if value}


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()} ({platform.machine()})"


def c_compiler() -> str:
    found = compilers.find()
    return found.version if found is not None else ""


def first_line(command: str) -> str:
    if shutil.which(command) is None:
        return ""
    said = subprocess.run([command, "--version"], check=False, capture_output=True, text=True).stdout
    return said.splitlines()[0] if said else ""


def version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def busy() -> float:
    """Processes that want a processor, this one among them, on the average of a minute; 1 where nobody counts them."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 1.0
