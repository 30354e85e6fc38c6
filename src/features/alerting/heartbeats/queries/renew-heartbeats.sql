-- After a clock was set back: a signal of later than now counts as one of now.
UPDATE heartbeats SET signal_at = now(), expected_at = now() + make_interval(mins => every_minutes),
  due_at = CASE WHEN due_at IS NOT NULL THEN now() + make_interval(mins => every_minutes + grace_minutes) END
WHERE signal_at > now() AND NOT failed
