-- Its next run, after a signal that is still its last one.
UPDATE heartbeats SET expected_at = :next_run::timestamptz,
  due_at = CASE
    WHEN NOT enabled THEN NULL
    WHEN failed THEN due_at
    ELSE :next_run::timestamptz + make_interval(mins => grace_minutes)
  END
WHERE organization_id = :organization_id AND id = :id AND cron = :cron AND time_zone = :time_zone
  AND expected_at IS NULL AND signal_at = :signal_at
