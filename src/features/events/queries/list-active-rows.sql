-- @result heldUntil: !
SELECT id, configuration, key_held_until AS "heldUntil" FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND key_held_until > :now
ORDER BY id DESC
LIMIT :limit
