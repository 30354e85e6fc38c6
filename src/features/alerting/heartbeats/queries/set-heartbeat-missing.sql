-- @param missing_since: nullable
UPDATE heartbeats SET missing_since = :missing_since, misses = :misses, notified_at = now()
WHERE organization_id = :organization_id AND id = :id
