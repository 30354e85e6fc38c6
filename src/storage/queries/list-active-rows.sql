SELECT id, configuration, key_held_until AS "heldUntil" FROM rows
WHERE organization_id = $1 AND kind = $2 AND key_held_until > $3
ORDER BY id DESC
LIMIT $4
