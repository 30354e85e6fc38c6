-- @result count: !
SELECT kind, count(*)::integer AS count
FROM rows
WHERE organization_id = :organization_id AND kind = ANY (:kinds::text[])
  AND (key_held_until IS NULL OR key_held_until > :now)
GROUP BY kind
