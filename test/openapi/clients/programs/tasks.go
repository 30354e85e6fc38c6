// A caller's program over the package that OpenAPI Generator makes: ten tasks.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"orgconfig"
)

func main() {
	base := os.Getenv("ORGCONFIG_URL")
	org := os.Getenv("ORGCONFIG_ORGANIZATION")
	api := clientOf(base, "", "")
	ctx := withKey(os.Getenv("ORGCONFIG_KEY"))

	// 1 Create. What has a default stays away.
	team, response, err := api.TeamsApi.CreateTeam(ctx).TeamCreate(*orgconfig.NewTeamCreate("Platform")).Execute()
	must("create a team", response, err, 201)
	etag := response.Header.Get("ETag")
	policy, response, err := api.DeployPoliciesApi.CreateDeployPolicy(ctx).
		DeployPolicyCreate(*orgconfig.NewDeployPolicyCreate("checkout")).Execute()
	must("create a deploy policy", response, err, 201)

	// 2 Read; once more, only what is new.
	read, response, err := api.TeamsApi.GetTeam(ctx, team.Id).Execute()
	must("read it", response, err, 200)
	same("its name", read.Name, "Platform")
	_, response, _ = api.TeamsApi.GetTeam(ctx, team.Id).IfNoneMatch(response.Header.Get("X-Content-Tag")).Execute()
	same("an unchanged read", response.StatusCode, 304)

	// 3 Change what was read, and nothing that somebody else has changed since.
	rename := func(name string) (*http.Response, error) {
		change := orgconfig.NewTeamUpdate()
		change.SetName(name)
		_, response, err := api.TeamsApi.UpdateTeam(ctx, team.Id).IfMatch(etag).TeamUpdate(*change).Execute()
		return response, err
	}
	response, err = rename("Core")
	must("rename it", response, err, 200)
	response, err = rename("Kernel")
	same("a stale change", response.StatusCode, 412)
	stale, ok := modelOf(err).(orgconfig.TeamError)
	same("it carries the row", ok, true)
	same("the row as it is", stale.Current.Name, "Core")
	off := orgconfig.NewDeployPolicyUpdate()
	off.SetEnabled(!policy.Enabled)
	changed, response, err := api.DeployPoliciesApi.UpdateDeployPolicy(ctx, policy.Id).DeployPolicyUpdate(*off).Execute()
	must("change it", response, err, 200)
	same("what it is now", changed.Enabled, !policy.Enabled)

	// 4 List page by page.
	seen := map[int32]bool{}
	request := api.AuditApi.ListAuditLog(ctx).Limit(2)
	for {
		page, response, err := request.Execute()
		must("list what was done", response, err, 200)
		same("no page is longer than was asked for", len(page.Data) <= 2, true)
		for _, record := range page.Data {
			same("seen twice", seen[record.Sequence], false)
			seen[record.Sequence] = true
		}
		cursor := page.NextCursor.Get()
		if cursor == nil {
			break
		}
		request = api.AuditApi.ListAuditLog(ctx).Limit(2).Cursor(*cursor)
	}
	same("all that was done", len(seen) >= 4, true)

	// 5 Plan, and apply exactly that.
	wanted := orgconfig.NewPlanChangesInput()
	wanted.SetBundle(orgconfig.Bundle{Teams: &[]orgconfig.TeamEntry{*orgconfig.NewTeamEntry("Payments")}})
	plan, response, err := api.PlansApi.PlanChanges(ctx).PlanChangesInput(*wanted).Execute()
	must("plan", response, err, 201)
	same("what the plan does", plan.Changes[0].Action, "create")
	_, response, err = api.PlansApi.ApplyPlan(ctx, plan.Id).ApplyPlanInput(*orgconfig.NewApplyPlanInput()).Execute()
	must("apply", response, err, 200)
	list, response, err := api.TeamsApi.ListTeams(ctx).Name("Payments").Execute()
	must("list", response, err, 200)
	same("the planned team", list.Data[0].Name, "Payments")

	// 6 Delete.
	_, response, err = api.DeployPoliciesApi.DeleteDeployPolicy(ctx, policy.Id).Execute()
	must("delete the policy", response, err, 200)

	// 7 Errors, by their code.
	_, _, err = api.DeployPoliciesApi.GetDeployPolicy(ctx, policy.Id).Execute()
	same("what is not there", codeOf(err), "not_found")
	_, _, err = api.TeamsApi.CreateTeam(ctx).TeamCreate(*orgconfig.NewTeamCreate("Core")).Execute()
	same("a name that is taken", codeOf(err), "conflict")
	_, _, err = api.TeamsApi.CreateTeam(ctx).TeamCreate(*orgconfig.NewTeamCreate("")).Execute()
	same("a wrong body", codeOf(err), "unprocessable_entity")
	wrong := modelOf(err).(orgconfig.Error)
	same("the wrong field", (*wrong.Fields)[0].Field, "name")

	// 8 Alerts, which Alertmanager sends.
	connector, response, err := api.ConnectorsApi.CreateConnector(ctx).
		ConnectorCreate(*orgconfig.NewConnectorCreate("alertmanager", "observability", "alertmanager")).Execute()
	must("create a connector", response, err, 201)
	sendAlert(base+"/api/v1/intake/alertmanager/"+connector.Id, os.Getenv("ORGCONFIG_KEY"))
	alerts, response, err := api.AlertsApi.ListAlerts(ctx).Status("open").Service("checkout").Execute()
	must("list alerts", response, err, 200)
	same("the alert", alerts.Data[0].Labels["alertname"], "Slow")

	// 9 Who did what.
	audit, response, err := api.AuditApi.ListAuditLog(ctx).Kind("teams").Id(team.Id).Execute()
	must("read the audit log", response, err, 200)
	first := audit.Data[len(audit.Data)-1]
	same("who made the team", first.Actor.Kind, "key")
	same("how", first.Action, "create_team")

	// 10 Make a key as a person, use it, and end it.
	sign := orgconfig.NewSignInInput(os.Getenv("ORGCONFIG_EMAIL"), os.Getenv("ORGCONFIG_PASSWORD"))
	nobody := context.Background()
	_, response, err = clientOf(base, base, "").SessionApi.SignIn(nobody).SignInInput(*sign).Execute()
	must("sign in", response, err, 200)
	person := clientOf(base, base, strings.Split(response.Header.Get("Set-Cookie"), ";")[0])
	made, response, err := person.OrganizationApi.CreateApiKey(nobody, org).
		CreateApiKeyInput(*orgconfig.NewCreateApiKeyInput("reader", []string{"api:config_read"})).Execute()
	must("make a key", response, err, 201)
	who, response, err := api.WhoamiApi.Whoami(withKey(made.Key)).Execute()
	must("ask who the key is", response, err, 200)
	same("whose it is", who.Organization.Id, org)
	_, _, err = api.TeamsApi.DeleteTeam(withKey(made.Key), team.Id).Execute()
	same("a write of a reader", codeOf(err), "read_only_key")
	_, response, err = person.OrganizationApi.RevokeApiKey(nobody, org, made.Id).Execute()
	must("end the key", response, err, 200)
	_, _, err = api.WhoamiApi.Whoami(withKey(made.Key)).Execute()
	same("a key that has ended", codeOf(err), "unauthorized")
	fmt.Println("done")
}

func clientOf(base, origin, cookie string) *orgconfig.APIClient {
	configuration := orgconfig.NewConfiguration()
	configuration.Servers[0].URL = base
	if origin != "" {
		configuration.AddDefaultHeader("Origin", origin)
	}
	if cookie != "" {
		configuration.AddDefaultHeader("Cookie", cookie)
	}
	return orgconfig.NewAPIClient(configuration)
}

func withKey(key string) context.Context {
	return context.WithValue(context.Background(), orgconfig.ContextAccessToken, key)
}

func must(what string, response *http.Response, err error, status int) {
	if err != nil {
		body := ""
		if failed, ok := err.(orgconfig.GenericOpenAPIError); ok {
			body = string(failed.Body())
		}
		panic(fmt.Sprintf("%s: %v %s", what, err, body))
	}
	same(what, response.StatusCode, status)
}

func same(what string, found, wanted interface{}) {
	if found != wanted {
		panic(fmt.Sprintf("%s: %v, not %v", what, found, wanted))
	}
}

func modelOf(err error) interface{} {
	return err.(orgconfig.GenericOpenAPIError).Model()
}

func codeOf(err error) string {
	var refusal orgconfig.Error
	if json.Unmarshal(err.(orgconfig.GenericOpenAPIError).Body(), &refusal) != nil {
		return ""
	}
	return refusal.Error
}

func sendAlert(url, key string) {
	body := `{"receiver": "none", "groupKey": "{}", "alerts": [{"status": "firing", "startsAt": "2026-03-10T09:30:00Z",
		"labels": {"alertname": "Slow", "service": "checkout"}, "fingerprint": "0000000000000001"}]}`
	request, err := http.NewRequest("POST", url, bytes.NewBufferString(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	must("take in an alert", response, err, 200)
}
