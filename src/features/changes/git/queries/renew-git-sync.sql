UPDATE git_syncs SET held_until = now() + :lease_ms * interval '1 millisecond'
WHERE organization_id = :organization_id AND id = :id AND holder = :holder
RETURNING id
