-- @param retry_seconds: nullable
-- What is to be looked at again comes back by itself, also where nothing is polled: a commit or its rows wait.
UPDATE git_syncs
SET holder = NULL, held_until = NULL, seen_sequence = :seen::bigint,
  retry_at = now() + make_interval(secs => :retry_seconds::integer),
  due_at = CASE WHEN enabled AND :retry_seconds::integer IS NOT NULL
    THEN LEAST(COALESCE(due_at, 'infinity'), now() + make_interval(secs => :retry_seconds::integer)) ELSE due_at END
WHERE organization_id = :organization_id AND id = :id AND holder = :holder
