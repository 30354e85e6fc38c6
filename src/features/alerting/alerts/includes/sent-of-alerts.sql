-- Of alerts that are named before, what routes and steps of rules sent first: repeats and ends are left out. A thousand
-- people may get what one source sends: they count as one mailbox.
sources AS (
  SELECT one.organization_id, one.alert_id, one.sender_id, one.source
  FROM wanted JOIN delivery_alerts AS one ON one.organization_id = wanted.organization_id AND one.alert_id = wanted.id
  WHERE one.source ~ '/(firing(/pagers)?|rule/[^/]+/[0-9]+)$'
), targets AS (
  SELECT DISTINCT each.organization_id, each.source,
    CASE WHEN delivery.channel IN ('email', 'page') THEN 'email' ELSE delivery.target END AS target
  FROM (SELECT DISTINCT organization_id, source FROM sources) AS each
  JOIN deliveries AS delivery ON delivery.organization_id = each.organization_id AND delivery.source = each.source
  -- A step whose target was off for too long is on record alone.
  WHERE NOT (delivery.status = 'parked' AND delivery.attempts = 0)
), sent AS (
  SELECT sources.organization_id, sources.alert_id, array_agg(DISTINCT sources.sender_id || '/'
    || coalesce(substring(sources.source FROM '/rule/[^/]+/([0-9]+)$'), '0') || '/' || targets.target) AS names
  FROM sources JOIN targets USING (organization_id, source)
  GROUP BY sources.organization_id, sources.alert_id
)
