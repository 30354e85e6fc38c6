SELECT kind, count(*)::integer AS count
FROM rows
WHERE organization_id = $1 AND kind = ANY ($2::text[]) AND (key_held_until IS NULL OR key_held_until > $3)
GROUP BY kind
