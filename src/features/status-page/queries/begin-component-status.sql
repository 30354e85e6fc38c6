-- Of two changes in one second the last one counts.
INSERT INTO component_statuses (organization_id, kind, id, since, status, counted_at)
VALUES (:organization_id, :kind, :id, :at, :status, :at)
ON CONFLICT (organization_id, kind, id, since) DO UPDATE SET status = excluded.status, until = NULL
