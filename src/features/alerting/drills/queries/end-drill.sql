-- @param message: nullable
-- Of several nodes that see its end, one ends it.
UPDATE drills SET status = :status, ended_at = now(), hops = :hops, message = :message
WHERE organization_id = :organization_id AND id = :id AND status = 'running'
RETURNING id
