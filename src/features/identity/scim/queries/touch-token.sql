-- @param address: nullable
UPDATE scim_tokens SET last_used_at = :now, last_used_address = :address
WHERE organization_id = :organization_id AND id = :id
