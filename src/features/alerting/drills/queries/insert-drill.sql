-- @param route_id, target_id, service, connector_id, foretold: nullable
INSERT INTO drills (organization_id, id, route_id, target_id, service, until, labels, annotations, connector_id, begun_by,
  scheduled, run_id, foretold, deadline)
VALUES (:organization_id, :id, :route_id, :target_id, :service, :until, :labels, :annotations, :connector_id, :begun_by,
  :scheduled, :run_id, :foretold, now() + :seconds * interval '1 second')
