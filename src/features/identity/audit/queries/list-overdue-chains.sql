-- @result kept_since: !
SELECT head.organization_id, kept.since AS kept_since
FROM audit_heads AS head
LEFT JOIN rows AS setting
  ON setting.organization_id = head.organization_id AND setting.kind = :kind AND setting.id = :kind
CROSS JOIN LATERAL (
  SELECT :now::timestamptz - make_interval(
    days => coalesce((setting.configuration ->> :field)::integer, :default_days)
  ) AS since
) AS kept
WHERE head.organization_id > :after AND kept.since > (
  SELECT record.at
  FROM audit_seals AS link JOIN audit_records AS record USING (organization_id, sequence)
  WHERE link.organization_id = head.organization_id
  ORDER BY link.position
  LIMIT 1
)
ORDER BY head.organization_id
LIMIT :limit
