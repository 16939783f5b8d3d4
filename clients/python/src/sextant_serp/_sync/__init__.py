"""The blocking client. Its modules without `flow`, `proxy` and `transport` are derived from the asynchronous one."""
