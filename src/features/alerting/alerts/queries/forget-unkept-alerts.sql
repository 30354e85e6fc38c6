-- Ended alerts of organizations that keep their history for fewer days than alerts are kept otherwise.
DELETE FROM alerts AS one
USING (
  SELECT old.organization_id, old.id
  FROM rows AS setting
  CROSS JOIN LATERAL (
    SELECT organization_id, id FROM alerts
    WHERE organization_id = setting.organization_id AND closed_at < :now::timestamptz - make_interval(
      days => (setting.configuration ->> 'alert_history_days')::integer
    )
    LIMIT :limit
  ) AS old
  WHERE setting.kind = :kind AND (setting.configuration ->> 'alert_history_days')::integer < :usual_days
) AS gone
WHERE one.organization_id = gone.organization_id AND one.id = gone.id
RETURNING one.id
