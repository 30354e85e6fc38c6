UPDATE rows SET natural_key = NULL
WHERE organization_id = $1 AND kind = $2 AND natural_key = $3 AND key_held_until <= $4
