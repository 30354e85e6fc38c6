-- The rows that lists show (list-rows-in-order.sql), without their cap.
SELECT kind, count(*)::integer AS count, max((configuration ->> 'position')::bigint)::text AS last_position
FROM rows
WHERE organization_id = $1 AND kind = ANY ($2::text[])
  AND (key_held_until IS NULL OR key_held_until > $3::timestamptz - interval '30 days')
GROUP BY kind
