"""The optional compile: mypyc turns the hot modules (engine/compiled.txt) into an extension.

``MESSDECK_COMPILE`` decides:

``auto``
    (the default) compile; if that fails, for want of a C compiler or for any other reason, say so
    and install plain Python, which plays the same games, only slower.
``1``
    compile; a failing compile fails the install.
``0``
    do not compile.

An editable install is never compiled: an extension that is older than the edited source would
silently win over it. Everything else about the package stands in pyproject.toml.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
LIST = ROOT / "engine" / "compiled.txt"
EDITABLE = "editable_wheel" in sys.argv or "develop" in sys.argv


def mode() -> str:
    """What ``MESSDECK_COMPILE`` asks for."""
    value = os.environ.get("MESSDECK_COMPILE", "auto")
    if value not in ("auto", "0", "1"):
        sys.exit(f"MESSDECK_COMPILE must be auto, 0 or 1, not {value!r}.")
    if value == "1" and EDITABLE:
        sys.exit("MESSDECK_COMPILE=1: an editable install is never compiled; install without -e.")
    return value


MODE = mode()


def hot_sources() -> list[str]:
    """The paths in engine/compiled.txt. A path without a file ends the build, in every mode."""
    lines = (line.split("#")[0].strip() for line in LIST.read_text("utf-8").splitlines())
    paths = [line for line in lines if line]
    missing = [path for path in paths if not (ROOT / path).is_file()]
    if missing:
        sys.exit(f"engine/compiled.txt lists files that do not exist: {', '.join(missing)}.")
    if len(set(paths)) != len(paths):
        sys.exit("engine/compiled.txt lists a file twice.")
    return paths


HOT = hot_sources()


# Imports every hot module, to see that what was compiled also runs.
TRIAL = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    assert not importlib.import_module(name).__file__.endswith(".py"), name
"""


def told(fault: BaseException) -> str:
    """One line on why the compile failed."""
    if isinstance(fault, SystemExit):
        return "mypyc refused the sources"
    for cause in (fault, fault.__cause__, fault.__context__):
        if isinstance(cause, FileNotFoundError):
            return f"no C compiler: {cause.filename} is missing"
    return " ".join(str(fault).split()) or type(fault).__name__


class Messdeck(Distribution):
    def has_ext_modules(self) -> bool:
        """True before the extensions are known, so that the build gets as far as making them."""
        return bool(HOT) and MODE != "0" and not EDITABLE


class Build(build):
    def initialize_options(self) -> None:
        """Build in a folder of its own: nothing an earlier build left can get into this one."""
        super().initialize_options()
        self.build_base = tempfile.mkdtemp(prefix="messdeck-build-")
        atexit.register(shutil.rmtree, self.build_base, ignore_errors=True)


class BuildHot(build_ext):
    def run(self) -> None:
        if EDITABLE or self.inplace:
            sys.exit("The compiled build is made by a plain install (pip install .), not in place.")
        failure = ""
        try:
            self._compile()
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # mypyc leaves by SystemExit when it finds a type error
            if MODE == "1":
                raise
            failure = told(fault)
            self._fall_back(failure)
        self._write_identity(failure)

    def _compile(self) -> None:
        from mypyc.build import mypycify

        work = Path(self.build_temp) / "mypyc"
        work.mkdir(parents=True, exist_ok=True)
        options = ["--config-file=", f"--cache-dir={work / 'cache'}"]
        extensions = mypycify(
            options + HOT,
            opt_level="3",
            debug_level="0",
            # Half the memory and four fifths of the time of one big file; 2% slower games at most.
            multi_file=True,
            target_dir=str(work),
            group_name="messdeck",
        )
        for extension in extensions:
            # Nobody calls our functions from outside but Python, which has its own way in, so the C
            # compiler may inline them and call them directly; without this it may not, and tricks
            # take half as long again to play.
            extension.extra_compile_args.append("-fvisibility=hidden")
        # The command was set up before there was anything to build: set it up again.
        self.distribution.ext_modules = extensions
        self.initialize_options()
        self.finalize_options()
        super().run()
        names = [path.removesuffix(".py").replace("/", ".") for path in HOT]
        trial = [sys.executable, "-P", "-c", TRIAL, self.build_lib, *names]
        ran = subprocess.run(trial, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            print(ran.stderr, file=sys.stderr)
            last = (ran.stderr.splitlines() or [f"exit code {ran.returncode}"])[-1]
            raise RuntimeError(f"the compiled modules cannot be imported: {last}")

    def _fall_back(self, failure: str) -> None:
        for output in self.get_outputs():
            Path(output).unlink(missing_ok=True)
        self.extensions = self.distribution.ext_modules = []
        # The wheel holds no machine code now, and its name should not claim any.
        self.get_finalized_command("bdist_wheel").root_is_pure = True
        print(
            f"messdeck: the compiled build failed ({failure}); installing plain Python instead.\n"
            "messdeck: it plays the same games, only slower. MESSDECK_COMPILE=1 makes this an "
            "error.",
            file=sys.stderr,
        )

    def _write_identity(self, failure: str) -> None:
        """Bake in what the extension was made from; engine/build.py reads it back."""
        hashes = {p: hashlib.sha256((ROOT / p).read_bytes()).hexdigest() for p in HOT}
        built = {"failure": failure, "sources": {} if failure else hashes}
        target = Path(self.build_lib) / "engine" / "_built.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(built, indent=1) + "\n", "utf-8")


class Wheel(bdist_wheel):
    """Named here so that ``_fall_back`` reaches the very command that makes the wheel."""


setup(
    distclass=Messdeck,
    cmdclass={"build": Build, "build_ext": BuildHot, "bdist_wheel": Wheel},
)
