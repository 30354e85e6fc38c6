-- After a clock was set back: what was heard later than now was heard now.
UPDATE heartbeats SET heard_at = now(), expected_at = now() + make_interval(mins => every_minutes),
  due_at = CASE WHEN due_at IS NOT NULL THEN now() + make_interval(mins => every_minutes + grace_minutes) END
WHERE heard_at > now() AND NOT failed
