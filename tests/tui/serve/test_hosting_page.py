"""What a host is told to copy is taken by the programs that it is meant for."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "hosting.md"
_BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks_with(text: str) -> list[str]:
    """The blocks of the page in which ``text`` stands."""
    return [block for block in _BLOCK.findall(PAGE.read_text()) if text in block]


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no OpenSSH here")
def test_the_configuration_for_openssh_is_one(tmp_path: Path) -> None:
    sshd = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if sshd is None:
        pytest.skip("no OpenSSH server here")
    [block] = blocks_with("ForceCommand")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    config = tmp_path / "sshd_config"
    config.write_text(f"HostKey {key}\n{block}")
    seen = subprocess.run(
        [sshd, "-T", "-f", str(config), "-C", "user=nobody,host=x,addr=127.0.0.1"],
        capture_output=True,
        text=True,
        check=False,
    )
    if "privilege separation" in seen.stderr.lower():
        pytest.skip(f"sshd cannot run here: {seen.stderr}")
    assert seen.returncode == 0, seen.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_the_unit_for_systemd_is_one(tmp_path: Path) -> None:
    text = (ROOT / "contrib" / "messdeck.service").read_text()
    # The command and the user are the host's to make.
    text = text.replace("/opt/messdeck/bin/messdeck", shutil.which("true") or "/bin/true")
    unit = tmp_path / "messdeck.service"
    unit.write_text(text)
    seen = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in seen.stderr.splitlines() if "messdeck.service" in line]
    assert not ours, ours
