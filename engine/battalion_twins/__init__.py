"""Battalion, twins count double (``docs/rules/en/battalion-twins.md``)."""
