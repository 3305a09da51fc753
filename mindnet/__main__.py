"""`python -m mindnet` is the command `mindnet`."""

from mindnet.edge.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
