-- Groups of alerts of which an Alertmanager's notification left some out: its agent is asked for all that it has.
CREATE TABLE alert_truncated_groups (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  group_key text COLLATE "C" NOT NULL,
  receiver text NOT NULL,
  group_labels jsonb NOT NULL,
  noted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, connector_id, group_key)
);
CREATE INDEX alert_truncated_groups_noted ON alert_truncated_groups (noted_at);
