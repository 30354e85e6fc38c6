-- @param retry_seconds: nullable
UPDATE git_syncs
SET holder = NULL, held_until = NULL, known_hosts = :known_hosts,
  retry_at = now() + make_interval(secs => :retry_seconds::integer)
WHERE organization_id = :organization_id AND id = :id AND holder = :holder
