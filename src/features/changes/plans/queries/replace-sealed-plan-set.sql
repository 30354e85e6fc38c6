-- Not written over what was applied meanwhile.
UPDATE plan_sets SET sealed_request = :after
WHERE organization_id = :organization_id AND name = :name AND sealed_request = :before
RETURNING name
