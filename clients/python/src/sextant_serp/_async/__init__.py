"""The asynchronous client. Its modules without `flow` and `transport` are the source of the blocking client."""
