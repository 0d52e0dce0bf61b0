"""The package agrees with what README, CHANGELOG and .ci/run say about it."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from importlib import metadata, resources

import pytest
from shelf import ROOT

import astro_referee

FOLDERS = ("grammar", "interpreter", "games", "cli", "tests", "benchmarks")


def readme_command(name: str) -> str:
    """The code block that follows the marker of that name."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"<!-- command: {name} -->\n```sh\n(.*?)\n```", text, flags=re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


def test_version_is_the_same_everywhere() -> None:
    assert metadata.version("astro-referee") == astro_referee.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d.*?)\]", changes, flags=re.MULTILINE)
    assert newest is not None
    assert newest[1] == astro_referee.__version__


def test_hosted_ci_tries_every_python_that_is_promised() -> None:
    """The list is that of pyproject.toml, which is also the one nox goes through."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert project["requires-python"] == f">={promised[0]}"
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    (tried,) = re.findall(r"^ +python: \[(.*)\]$", workflow, flags=re.MULTILINE)
    assert re.findall(r'"(.*?)"', tried) == promised


@pytest.mark.parametrize("name", ["play", "test"])
def test_readme_command_is_one_line_that_sets_up_first(name: str) -> None:
    command = readme_command(name)
    assert "\n" not in command
    assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")


def test_ci_runs_the_readme_command() -> None:
    shown = subprocess.run([ROOT / ".ci" / "run", "--show"], capture_output=True, text=True, check=True)
    assert shown.stdout == readme_command("test") + "\n"


def test_data_files_are_found_as_resources() -> None:
    assert resources.files("astro_referee.grammar").joinpath("astro.lark").is_file()
    assert resources.files("astro_referee.games").joinpath("libraries", "cards.astro").is_file()
    assert resources.files("astro_referee.cli").joinpath("explanations.txt").is_file()
    assert resources.files("astro_referee.interpreter.show.picture").joinpath("outlines.txt").is_file()
    assert resources.files("astro_referee.cli").joinpath("starters", "board.astro").is_file()


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_are_absolute(folder: str) -> None:
    """A relative import through the links in .src would load a module twice and split its types in two."""
    relative = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []
