-- One row: the own attempt where nobody has used the key, else what is known of the one that has.
-- @param organization_id: nullable
-- @result old, alive: !
INSERT INTO kept_answers (organization_id, credential, key, act, attempt, node, alive_until)
VALUES (:organization_id, :credential, :key, :act, :attempt, :node, now() + make_interval(secs => :alive_seconds))
ON CONFLICT (organization_id, credential, key) DO UPDATE SET key = excluded.key
RETURNING attempt, act, node, answer, spent, begun_at, begun_at < now() - interval '24 hours' AS old,
  alive_until > now() AS alive
