-- What rows show of others is written into their state when the others change, in the same statement, so that reading a
-- row reads that row. What writes it is here and not in the program: whichever statement moves the others moves it too.
-- A backup brings the rows as they were (backup/rows.ts).

-- Time as doors show it.
CREATE FUNCTION shown_time(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- One row shows something else now; nothing is written where it shows it already. What its own write brings about, in
-- its transaction, is how it is since then.
CREATE FUNCTION show_in_row(of_organization text, of_kind text, of_id text, shown jsonb) RETURNS void
LANGUAGE sql AS $$
  UPDATE rows SET state = state || shown, moved = moved OR rows.xmin <> pg_current_xact_id()::xid
  WHERE organization_id = of_organization AND kind = of_kind AND id = of_id AND state || shown IS DISTINCT FROM state
$$;

-- Teams: who is in them. Who left the organization is in no team; whoever has joined, or is kept here by the
-- organization's own provider (SCIM), is. The teams are locked first: what others commit meanwhile is read after that.
CREATE FUNCTION show_members(of_organization text, teams text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM rows WHERE organization_id = of_organization AND kind = 'teams' AND id = ANY (teams)
  ORDER BY id FOR UPDATE;
  PERFORM show_in_row(of_organization, 'teams', team, jsonb_build_object('members', list))
  FROM unnest(teams) AS team, LATERAL (SELECT coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', id, 'email', email, 'name', name) ORDER BY email_folded)
    FROM (
      SELECT person.id, person.email, person.email_folded, person.name
      FROM row_references AS link
      JOIN rows AS place
        ON place.organization_id = link.organization_id AND place.kind = link.kind AND place.id = link.id
      JOIN users AS person ON person.email_folded = split_part(place.natural_key, E'\x01\x01', 2)
      JOIN members AS member ON member.organization_id = link.organization_id AND member.user_id = person.id
      WHERE link.organization_id = of_organization AND link.to_kind = 'teams' AND link.to_id = team
        AND link.kind = 'team_members' AND (member.accepted_at IS NOT NULL OR EXISTS (
          SELECT FROM scim_users AS kept
          WHERE kept.organization_id = member.organization_id AND kept.user_id = member.user_id))
      ORDER BY person.email_folded
      LIMIT 1000
    ) AS roster
  ), '[]') AS list) AS shown
  WHERE list <> '[]' OR EXISTS (
    SELECT FROM rows
    WHERE organization_id = of_organization AND kind = 'teams' AND id = team AND state ? 'members'
  );
END $$;

-- The teams in which an address has a place.
CREATE FUNCTION show_memberships(of_organization text, folded text) RETURNS void LANGUAGE sql AS $$
  SELECT show_members(of_organization, array_agg(DISTINCT split_part(natural_key, E'\x01\x01', 1)))
  FROM rows
  WHERE organization_id = of_organization AND kind = 'team_members'
    AND split_part(natural_key, E'\x01\x01', 2) = folded
  HAVING count(*) > 0
$$;

CREATE FUNCTION show_team_of_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE place rows := coalesce(NEW, OLD);
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_members(place.organization_id, ARRAY[split_part(place.natural_key, E'\x01\x01', 1)]);
  END IF;
  RETURN NULL;
END $$;
-- A reference is written after its row, in the same statement: by then both are there.
CREATE TRIGGER rows_show_new_place AFTER INSERT ON rows FOR EACH ROW
  WHEN (NEW.kind = 'team_members') EXECUTE FUNCTION show_team_of_place();
CREATE TRIGGER rows_show_gone_place AFTER DELETE ON rows FOR EACH ROW
  WHEN (OLD.kind = 'team_members') EXECUTE FUNCTION show_team_of_place();

CREATE FUNCTION show_teams_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_memberships(one.organization_id, person.email_folded)
    FROM (
      SELECT OLD.organization_id, OLD.user_id WHERE TG_OP <> 'INSERT'
      UNION SELECT NEW.organization_id, NEW.user_id WHERE TG_OP <> 'DELETE'
    ) AS one
    JOIN users AS person ON person.id = one.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER members_show_teams AFTER INSERT OR DELETE OR UPDATE OF accepted_at ON members
  FOR EACH ROW EXECUTE FUNCTION show_teams_of_member();
CREATE TRIGGER scim_users_show_teams AFTER INSERT OR DELETE OR UPDATE OF user_id ON scim_users
  FOR EACH ROW EXECUTE FUNCTION show_teams_of_member();

CREATE FUNCTION show_teams_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_memberships(organization_id, folded)
    FROM members, unnest(ARRAY[OLD.email_folded, NEW.email_folded]) AS folded
    WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_show_teams AFTER UPDATE OF email, email_folded, name ON users FOR EACH ROW
  WHEN ((OLD.email, OLD.email_folded, OLD.name) IS DISTINCT FROM (NEW.email, NEW.email_folded, NEW.name))
  EXECUTE FUNCTION show_teams_of_user();

-- Heartbeats: what came of their signals.
CREATE FUNCTION show_heartbeat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_in_row(NEW.organization_id, 'alert_heartbeats', NEW.id, heartbeat_shown(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION heartbeat_shown(one heartbeats) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('sealed_token', one.sealed_token, 'failed', one.failed,
    'last_signal_at', shown_time(one.signal_at), 'missing_since', shown_time(one.missing_since),
    'expected_at', shown_time(one.expected_at), 'is_awaited', one.due_at IS NOT NULL)
$$;
CREATE TRIGGER heartbeats_show AFTER INSERT OR UPDATE ON heartbeats
  FOR EACH ROW EXECUTE FUNCTION show_heartbeat();

-- Deploy policies: what overrides the gate of their service.
CREATE FUNCTION override_shown(of_organization text, of_service text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('override', (
    SELECT jsonb_build_object('allow', allow, 'by', by, 'until', shown_time(until))
    FROM deploy_overrides WHERE organization_id = of_organization AND service = of_service
  ))
$$;
CREATE FUNCTION show_override() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one deploy_overrides := coalesce(NEW, OLD);
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_in_row(organization_id, kind, id, override_shown(one.organization_id, one.service))
    FROM rows
    WHERE organization_id = one.organization_id AND kind = 'deploy_policies' AND configuration ->> 'service' = one.service;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deploy_overrides_show AFTER INSERT OR UPDATE OR DELETE ON deploy_overrides
  FOR EACH ROW EXECUTE FUNCTION show_override();
CREATE FUNCTION begin_with_override() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := NEW.state || override_shown(NEW.organization_id, NEW.configuration ->> 'service');
  RETURN NEW;
END $$;
CREATE TRIGGER rows_begin_with_override BEFORE INSERT ON rows FOR EACH ROW
  WHEN (NEW.kind = 'deploy_policies') EXECUTE FUNCTION begin_with_override();

-- Incidents: the update that is proposed since their alerts have ended.
CREATE FUNCTION show_proposal(of_organization text, of_incident text) RETURNS void LANGUAGE sql AS $$
  SELECT show_in_row(of_organization, 'status_page_incidents', of_incident, jsonb_build_object('proposed', (
    SELECT jsonb_build_object('at', shown_time(proposed_at), 'body', proposed_body)
    FROM alert_incidents
    WHERE organization_id = of_organization AND incident_id = of_incident AND proposed_at IS NOT NULL
    ORDER BY proposed_at DESC
    LIMIT 1
  )))
$$;
CREATE FUNCTION show_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_proposal(one.organization_id, one.incident_id)
    FROM (
      SELECT OLD.organization_id, OLD.incident_id WHERE TG_OP <> 'INSERT'
      UNION SELECT NEW.organization_id, NEW.incident_id WHERE TG_OP <> 'DELETE'
    ) AS one
    WHERE one.incident_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER alert_incidents_show AFTER INSERT OR UPDATE OR DELETE ON alert_incidents
  FOR EACH ROW EXECUTE FUNCTION show_proposals();

-- Routes: when a drill last proved them.
CREATE FUNCTION show_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_in_row(NEW.organization_id, 'alert_routes', NEW.route_id,
      jsonb_build_object('last_proved_at', shown_time(NEW.proved_at)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER drill_routes_show AFTER INSERT OR UPDATE ON drill_routes FOR EACH ROW EXECUTE FUNCTION show_proof();

-- Components: how the check and the SLO stand that observe them, with when that was measured. What it means, and how long
-- it holds, is decided where the component is shown.
CREATE FUNCTION observation_shown(one rows) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(one.kind, jsonb_build_object('status', one.state -> 'status',
    'measured_at', one.state -> 'measured_at' -> 'status', 'interval_seconds', one.configuration -> 'interval_seconds'))
$$;
CREATE FUNCTION show_observation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM show_in_row(component.organization_id, component.kind, component.id, jsonb_build_object('observed',
      coalesce(nullif(component.state -> 'observed', 'null'), '{}') || observation_shown(NEW)))
    FROM row_references AS link
    JOIN rows AS component
      ON component.organization_id = link.organization_id AND component.kind = link.kind AND component.id = link.id
    WHERE link.organization_id = NEW.organization_id AND link.to_kind = NEW.kind AND link.to_id = NEW.id
      AND link.kind = 'status_page_components';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rows_show_observation AFTER UPDATE ON rows FOR EACH ROW
  WHEN (NEW.kind IN ('slos', 'synthetic_checks') AND (
    NEW.state -> 'status' IS DISTINCT FROM OLD.state -> 'status'
    OR NEW.state -> 'measured_at' -> 'status' IS DISTINCT FROM OLD.state -> 'measured_at' -> 'status'
    OR NEW.configuration -> 'interval_seconds' IS DISTINCT FROM OLD.configuration -> 'interval_seconds'))
  EXECUTE FUNCTION show_observation();
CREATE FUNCTION observations_shown(component rows) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('observed', coalesce(jsonb_object_agg(shown.key, shown.value), '{}'))
  FROM rows CROSS JOIN LATERAL jsonb_each(observation_shown(rows)) AS shown
  WHERE organization_id = component.organization_id AND (
    (kind = 'slos' AND id = component.configuration ->> 'slo_id')
    OR (kind = 'synthetic_checks' AND id = component.configuration ->> 'synthetic_check_id'))
$$;
CREATE FUNCTION begin_with_observation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := NEW.state || observations_shown(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER rows_begin_with_observation BEFORE INSERT ON rows FOR EACH ROW
  WHEN (NEW.kind = 'status_page_components') EXECUTE FUNCTION begin_with_observation();
CREATE TRIGGER rows_go_on_with_observation BEFORE UPDATE OF configuration ON rows FOR EACH ROW
  WHEN (NEW.kind = 'status_page_components' AND (
    NEW.configuration -> 'slo_id' IS DISTINCT FROM OLD.configuration -> 'slo_id'
    OR NEW.configuration -> 'synthetic_check_id' IS DISTINCT FROM OLD.configuration -> 'synthetic_check_id'))
  EXECUTE FUNCTION begin_with_observation();

-- All of an organization: what is there already, and what a backup brought from elsewhere.
CREATE FUNCTION show_organization(of_organization text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM show_members(of_organization, array_agg(id)) FROM rows
  WHERE organization_id = of_organization AND kind = 'teams' HAVING count(*) > 0;
  PERFORM show_in_row(of_organization, 'alert_heartbeats', id, heartbeat_shown(heartbeats)) FROM heartbeats
  WHERE organization_id = of_organization;
  PERFORM show_in_row(of_organization, kind, id, override_shown(of_organization, configuration ->> 'service')) FROM rows
  WHERE organization_id = of_organization AND kind = 'deploy_policies';
  PERFORM show_proposal(of_organization, incident_id) FROM (
    SELECT DISTINCT incident_id FROM alert_incidents
    WHERE organization_id = of_organization AND proposed_at IS NOT NULL
  ) AS proposed;
  PERFORM show_in_row(of_organization, 'alert_routes', route_id,
    jsonb_build_object('last_proved_at', shown_time(proved_at))) FROM drill_routes
  WHERE organization_id = of_organization;
  PERFORM show_in_row(of_organization, kind, id, observations_shown(rows)) FROM rows
  WHERE organization_id = of_organization AND kind = 'status_page_components';
END $$;
SELECT show_organization(id) FROM organizations;
