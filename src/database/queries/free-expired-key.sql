-- @param natural_key: nullable
UPDATE rows SET natural_key = NULL
WHERE organization_id = :organization_id AND kind = :kind AND natural_key = :natural_key
  AND key_held_until <= :at
