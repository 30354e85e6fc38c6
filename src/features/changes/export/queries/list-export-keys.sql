SELECT id, natural_key, sort_key
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND (sort_key, id) > (:after_sort_key, :after_id)
  AND (key_held_until IS NULL OR key_held_until > :now)
ORDER BY sort_key, id
LIMIT :limit
