-- Open pages of whose alerts none is open that nobody has acknowledged.
FROM pages AS page
LEFT JOIN LATERAL (
  SELECT one.id
  FROM delivery_alerts AS reported
  JOIN alerts AS one ON one.organization_id = reported.organization_id AND one.id = reported.alert_id
  WHERE reported.organization_id = page.organization_id AND reported.source = page.source
    AND one.resolved_at IS NULL AND one.acknowledged_at IS NULL
  LIMIT 1
) AS still ON true
WHERE page.closed_at IS NULL AND still.id IS NULL
