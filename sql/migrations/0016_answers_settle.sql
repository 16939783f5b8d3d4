-- backward-compatible: a function whose parameters stay the same.

-- run: functions/record_answers.sql
