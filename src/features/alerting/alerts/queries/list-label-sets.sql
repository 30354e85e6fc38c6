-- Labels of alerts that ended since then, some of them, as JSON in one text: the name of each set, and its labels.
-- @result content, count, last: !
SELECT coalesce(json_agg(json_build_array(name, labels)), '[]'::json)::text AS content, count(*)::integer AS count,
  coalesce(max(name), '') AS last
FROM (
  SELECT encode(hash, 'hex') AS name, labels
  FROM alert_label_sets
  WHERE organization_id = :organization_id AND last_ended_at >= :since AND hash > decode(:after::text, 'hex')
  ORDER BY hash
  LIMIT :limit
) AS one
