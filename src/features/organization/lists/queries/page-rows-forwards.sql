-- The ids of a page of a list in its own order. Expired rows stay listed for 30 days.
SELECT id
FROM rows
WHERE organization_id = :organization_id AND kind = :kind
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
ORDER BY sort_key, id
LIMIT :limit OFFSET :offset
