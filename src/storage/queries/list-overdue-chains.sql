SELECT head.organization_id, kept.since AS kept_since
FROM audit_heads AS head
LEFT JOIN rows AS setting
  ON setting.organization_id = head.organization_id AND setting.kind = $1 AND setting.id = $1
CROSS JOIN LATERAL (
  SELECT $4::timestamptz - make_interval(days => coalesce((setting.configuration ->> $2)::integer, $3)) AS since
) AS kept
WHERE head.organization_id > $5 AND kept.since > (
  SELECT record.at
  FROM audit_seals AS link JOIN audit_records AS record USING (organization_id, sequence)
  WHERE link.organization_id = head.organization_id
  ORDER BY link.position
  LIMIT 1
)
ORDER BY head.organization_id
LIMIT $6
