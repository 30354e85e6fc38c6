-- The rows that lists show (list-rows-in-order.sql), without their cap.
-- @result count: !
SELECT kind, count(*)::integer AS count, max((configuration ->> 'position')::bigint)::text AS last_position
FROM rows
WHERE organization_id = :organization_id AND kind = ANY (:kinds::text[])
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
GROUP BY kind
