/** Every operation says whether it reads or builds much, or stands here with the reason why it never does. */
import { expect, it } from "vitest";
import { contractFor } from "../support/contract.ts";

const contract = contractFor(import.meta.url);

/** Names of operations, by the reason why each is cheap whatever an organization holds. */
const cheap: Readonly<Record<string, readonly string[]>> = {
  "reads what the program knows": ["describe_kind"],
  "reads the caller alone": ["whoami", "get_session", "get_account", "sign_out"],
  "reads one thing by its id, or the few that one name has": [
    "get_alert",
    "get_drill",
    "list_drills",
    "list_change_notification_deliveries",
    "get_figures",
    "get_invitation",
    "get_reset",
    "find_sso",
    "get_sso_link",
    "count_subscribers",
    "resolve_deploy_gate",
    "preview_deploy_gate",
    "resolve_prompt",
    "resolve_service_bindings",
  ],
  "changes one thing": [
    "acknowledge_alert",
    "resolve_alert",
    "extend_alert_mute",
    "take_shift",
    "make_on_call_feed",
    "end_on_call_feed",
    "make_account_feed",
    "end_account_feed",
    "start_drill",
    "override_deploy_gate",
    "clear_deploy_override",
    "review_prompt_template",
    "rotate_aws_external_id",
    "rotate_alert_heartbeat",
    "emit_event",
    "report_state",
    "report_discovery",
    "update_account",
    "change_password",
    "accept_invitation",
    "complete_reset",
    "request_reset",
    "reset_member_password",
    "sign_in",
    "send_second_factor",
    "confirm_sso_link",
    "answer_page",
    "acknowledge_page",
    "pass_page_on",
  ],
  "takes a body of bounded length in batches, and has bounds of its own": [
    "take_in_alerts",
    "report_alerts",
    "report_states",
    "exchange_silences",
    "exchange_drills",
    "answer_range_query",
  ],
  "asks one system elsewhere, with its own bounds on time and length": [
    "get_authorization",
    "begin_sso",
    "finish_sso",
    "finish_organization_sso",
    "test_sso",
    "test_connector",
    "test_data_source",
    "test_query",
    "test_unsaved_connector",
    "test_unsaved_data_source",
    "test_outbound_config",
    "test_change_notification",
    "test_unsaved_outbound_config",
  ],
  "is about a person's own few credentials and views": [
    "list_sessions",
    "list_second_factors",
    "begin_totp",
    "confirm_totp",
    "begin_passkey",
    "confirm_passkey",
    "make_recovery_codes",
    "remove_second_factor",
    "list_ways",
    "add_way",
    "verify_way",
    "test_way",
    "remove_way",
    "remove_ways",
    "get_steps",
    "set_steps",
    "get_account_pages",
    "revoke_session",
    "list_tokens",
    "create_token",
    "update_token",
    "revoke_token",
    "allow_client",
    "deny_client",
    "list_views",
    "save_view",
    "delete_view",
  ],
  "is about an organization's keys and members, whose number is bounded and whose rows are short": [
    "get_sso",
    "save_sso",
    "delete_sso",
    "list_api_keys",
    "create_api_key",
    "revoke_api_key",
    "rotate_api_key",
    "list_scim_tokens",
    "create_scim_token",
    "revoke_scim_token",
    "list_members",
    "end_member_sessions",
    "reset_member_second_factors",
    "add_member",
    "invite_member",
    "renew_invitation",
    "update_member",
    "remove_member",
  ],
};

it("every operation that is no verb over one row is declared or argued", () => {
  const { operations, accounts } = contract().service;
  const argued = Object.values(cheap).flat();
  // The operator's calls belong to no organization, and no tenant can make them.
  const open = [...operations.values(), ...accounts]
    .filter(({ credential }) => credential !== "operator")
    .filter(({ scans, input }) => scans === undefined && !(input !== undefined && "definition" in input))
    .map(({ name }) => name);
  expect(open.toSorted()).toEqual(argued.toSorted());
});

it("a verb that reads many rows is declared, and one that is about one row is not", () => {
  for (const { name, input, scans } of contract().service.operations.values()) {
    if (!("definition" in input)) continue;
    expect([name, scans]).toEqual([name, input.verb === "list" ? "unless_kept" : undefined]);
  }
});
