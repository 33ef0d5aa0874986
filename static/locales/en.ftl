### Every word that Nodetide says, in English. API names and enum values stay as GKE and Kubernetes write them.

## First screen. The words of the modules that are loaded first (xtask/src/parts.rs); all others come with the rest.

span-day = { $n } d
span-hour = { $n } h
span-minute = { $n } min
span-second = { $n } s
# As its readers call it.
language-name = English
# Which arm of a selection is for a number. `n`, its last two digits `tens`, or its last digit `ones` decides.
plural = { $n ->
    [1] one
   *[other] other
}
# Between thousands.
number-separator = ,
list-two = { $first } and { $last }
list-many = { $first }, and { $last }
list-separator = ,{ " " }
none = none
ui-nodetide = Nodetide
ui-skip = Skip to the stage
ui-scenario-name = Scenario name
ui-unnamed = Untitled
ui-presets = Presets
ui-presets-lead = Ready-made clusters, each showing one behavior. You can edit them like your own.
ui-presets-search = Search presets
preset-group-surge = Surge
preset-group-blue-green = Blue-green
preset-group-budgets = Budgets and drains
preset-group-services = Services and load balancers
preset-group-autoscaler = Cluster autoscaler
preset-group-calendar = Windows and exclusions
preset-group-failures = Failures and limits
preset-group-short-lived = Spot and short-lived nodes
preset-docs-5-nodes = Five nodes, two surge and one unavailable
    .about = The example from the GKE documentation: between four and seven nodes, three upgraded at a time.
preset-surge-balanced = One added at a time: the default
    .about = Balanced (the default): maxSurge 1 and maxUnavailable 0. Slow, but capacity never drops.
preset-surge-0-20 = Twenty down at once, none added
    .about = Fast without additional nodes: maxSurge 0 and maxUnavailable 20. Four fifths of the pool are down at once.
preset-surge-20-0 = Twenty added at once, none down
    .about = Fast without losing capacity: maxSurge 20 and maxUnavailable 0. Needs twenty additional nodes.
preset-local-policy-20-0 = Twenty drained at once behind a Local Service
    .about = externalTrafficPolicy Local and maxSurge 20: ten seconds after the drains begin, all twenty nodes have left the load balancer, whatever the budget holds back.
preset-cluster-policy-drain = Cluster: cut by a node without its Pods
    .about = With externalTrafficPolicy Cluster, traffic also comes through nodes without Pods of web: when they are deleted, it is lost.
preset-subsetting-three-nodes = Subsetting: three nodes, two Services
    .about = With subsetting and externalTrafficPolicy Local, each Service has a NEG with exactly the nodes of its two Pods.
preset-251-nodes = 251 nodes without subsetting
    .about = Without subsetting, an internal load balancer sends new connections to at most 250 nodes of the cluster.
preset-target-pool-legacy = A target pool notices after 24 s
    .about = Without the annotation l4-rbs: a deleted node stays in the target pool until its health check has failed three times.
preset-terminating-endpoints = Terminating Pods answer from 1.26 on
    .about = Upgraded twice: nodes of 1.25 lose new connections until the health check notices, nodes of 1.26 send them to terminating Pods.
preset-surge-0-1 = One down at a time, none added
    .about = Slow without additional nodes: maxSurge 0 and maxUnavailable 1.
preset-pdb-never-moves = The PDB that never allows an eviction
    .about = A PodDisruptionBudget with maxUnavailable 0 blocks every drain for an hour. Then its Pods are forced out.
preset-stockout = Stockout in the second zone
    .about = A stockout of two hours: the first zone finishes, the second waits without a single surge node.
preset-three-zones = web-pool to 1.33, Saturday night
    .about = Twelve nodes in three zones, three surge and one unavailable: a Job with a long grace period and slow web Pods determine the end.
preset-weekday-45-minutes = 45 minutes on a weekday
    .about = Eight nodes, forty Pods, two replicas each, no PodDisruptionBudgets, slow readiness: each Service runs on half of its Pods for minutes, twice.
preset-blue-green-rollback-phase-3 = Blue-green, rolled back in phase 3
    .about = Six nodes, batches of two, ten minutes of soak. While the second batch soaks, someone rolls back: the blue pool is used again, and the green pool and its Pods are deleted without checking PodDisruptionBudgets.
preset-blue-green-percent = Blue-green by percentage, two pools
    .about = A third of seven nodes rounds down to two, and a batch can span two zones. The second pool has batches of one and a PodDisruptionBudget that never allows an eviction: after an hour its Pod stays until the blue pool is deleted.
preset-autoscaled-blue-green = Autoscaled blue-green: three days of wait
    .about = Eight nodes, and green begins with none. The autoscaler empties blue for three days, below its minimum, too; what is safe to evict makes green grow. Then what is left is drained: one training run is cut, and a budget holds for one hour only.
preset-blue-green-soak-7-days = Blue-green, seven days of soak
    .about = Batches of one with two days of soak each: after seven days in total, the blue pool is deleted although two of its six nodes were never drained. Their Pods are deleted, not evicted.
preset-short-lived = Short-lived: nodes that end by themselves
    .about = Four flex-start nodes run for seven days each. The upgrade doesn't cordon or drain them: when a node reaches maxRunDuration, its Pods end with it, regardless of PodDisruptionBudgets. Replacement nodes get the new version, so after a week all nodes are upgraded.
preset-spot-surge = Surge on Spot VMs, with a preemption
    .about = Old Spot nodes are cordoned before the new ones are Ready, so no Pods are scheduled on them anymore. Halfway through, Compute Engine preempts one VM: its Pods get 15 seconds, and PodDisruptionBudgets are not consulted.
preset-cancel-resume = Canceled, reviewed, resumed
    .about = Cancel pauses the upgrade and rolls nothing back: the node being drained is finished, then the pool stays on two versions. Half an hour later the upgrade is resumed, and only the old nodes are upgraded.
preset-bad-version = A version on which the Pods never become ready
    .about = On the new version, the web Pods start but never become ready. Their PodDisruptionBudget blocks the next drains, and after an hour each node is drained by force, until someone rolls back to the old version.
preset-two-pools-at-once = Two pools at once
    .about = Two people upgrade two pools at the same time, one by surge, the other by blue-green. A Service has Pods in both pools, and its PodDisruptionBudget counts all of them: each pool waits for the other.
preset-holiday-freeze = Holiday freeze
    .about = Three exclusions from September to January and six scheduled changes: two run, four wait. A patch in November and a VM disruption in December are allowed. The rest starts when the last exclusion that blocks it ends.
preset-weekend-ran-on-monday = The weekend that ran on Monday
    .about = A window of 38 hours on Saturday and Sunday looks like the weekend. But Sunday's window lasts until Monday evening, so an upgrade that is due on Monday morning starts immediately, during working hours.
preset-two-clusters-staggered = Two clusters, one after the other
    .about = Europe has its window on Mondays and Tuesdays, America on Thursdays and Fridays: a bad version is noticed in one before it reaches the other. The American cluster is simulated. Of the European one, only the calendar is shown.
preset-beta-api-removal = Time to migrate from a beta API
    .about = The next minor version removes an API that objects still use. For three months, an exclusion blocks minor upgrades but allows patches. When it ends, GKE catches up, one minor version a month.
preset-legacy-database = A database that must not be evicted
    .about = For three months, an exclusion blocks minor and node upgrades. The node patch that GKE has ready waits. On a Sunday night, someone starts it manually, which no exclusion blocks.
preset-emergency-override = An emergency in the freeze
    .about = No changes are allowed at the end of the year, and no window is open on that day. A patch for a critical vulnerability is rolled out anyway: GKE overrides windows and exclusions for it, and says so.
preset-600-nodes-8-hour-weekend = 600 nodes and an 8-hour weekend window
    .about = One node at a time in an eight-hour window on Saturdays and Sundays: 600 nodes take several of them. From Sunday to Saturday the upgrade pauses with two versions in the pool.
preset-wont-scale-down = Why a node stays, nine times
    .about = Nine nodes that the cluster autoscaler keeps, each for another reason, and one that goes after ten minutes. Select a node and ask why.
preset-scale-from-zero = A pool that starts at zero
    .about = Six Pods need a Spot pool that has no nodes: the cluster autoscaler adds three. When the Pods are gone, so are the nodes ten minutes later. A Deployment without the toleration waits forever.
preset-balanced-zones = Limits per zone, and in total
    .about = Two pools of two nodes in each of three zones, one with one to four nodes per zone, the other with three to twelve in total. Demand grows beyond the maximum, a zone is out of stock, and then hardly anything is left to do.
preset-tpu-slice = A TPU slice: none or sixty-four
    .about = A training Job of 64 Pods needs a slice of topology 16x16: the autoscaler adds all of its 64 nodes at once, and removes them together when the Job is done.
preset-upgrade-at-max = An upgrade of a pool that is at its maximum
    .about = A pool may have three nodes and has three, and a Pod waits. The surge node of the upgrade doesn't count, so the upgrade succeeds, and the Pod waits still.
preset-fleet-15000 = 15,000 nodes, pool after pool
    .about = The largest GKE cluster: five pools in three zones with 1,000 nodes each and 30 Pods per node, upgraded by GKE one pool after the other, twenty nodes at a time. Deliberately more Pods than GKE allows.
ui-preset-size = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
ui-import = Import
ui-theme-dark = Dark theme
ui-theme-light = Light theme
ui-help = Help and keyboard shortcuts
ui-setup = Setup
ui-dismiss = Dismiss
ui-open-as-text = Open as text
ui-as-text = Scenario as text
ui-as-text-close = Back to the forms
ui-as-text-format = Format
ui-as-text-field = Text of the scenario
ui-as-text-line = Line { $line }
ui-as-text-used = The text and the scenario agree.
ui-as-text-reading = Reading the text…
ui-as-text-not-used = The scenario and its run stay as they were.
ui-as-text-beyond = These commands say something that the scenario has in another form. Edit it as YAML or JSON.
ui-as-text-too-large = The text of this scenario is too large to edit here ({ $mb } MB). Download it, and import the edited file.
ui-as-text-download = Download JSON
ui-independent = Independent project, not affiliated with Google.
ui-stays-here = Nothing leaves this tab: no uploads, no cookies, no analytics.
ui-empty-title = See what a node pool upgrade will do before you run it
ui-empty-lead = Nodetide simulates GKE node pool upgrades in your browser: which node drains when, which PodDisruptionBudget blocks it, and when the upgrade ends.
ui-empty-preset = Try a preset
ui-empty-build = Build a cluster
ui-empty-build-lead = Begin with a node pool, a workload, and its budget, and change them. Or paste a few lines like these, and edit them.
ui-empty-build-open = Build
ui-empty-build-paste = Edit the example
ui-empty-import = Import your cluster
ui-empty-paste = Paste what you already have
ui-empty-paste-open = Paste
ui-empty-files = Output of kubectl and gcloud. Before anything runs, you see what is used, ignored, and assumed.
ui-empty-drop = Drop files anywhere on the page
ui-empty-keys = for all commands
ui-drop-here = Drop files here
ui-import-choose = Choose files
ui-find = Find
key-palette = Command palette
key-present = Presentation
ui-import-lead = kubectl output (JSON or YAML), manifests, cluster and node pool descriptions, Terraform, gcloud commands, or a scenario. Several files are combined into one cluster.
ui-import-command = kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json > objects.json
ui-errors-more = { $n ->
        [one] And 1 more error.
       *[other] And { $n } more errors.
    }
ui-last-run-stays = Still showing the last successful run.
ui-engine-crashed = The simulation failed. This is a bug in Nodetide. Still showing the last successful run.
ui-inline-refused = The browser doesn't allow a background worker. Simulating in the page instead, which may be slower.
ui-inline-silent = The background worker didn't start in time. Simulating in the page instead, which may be slower.
ui-inline-lost = The background worker stopped. Continuing in the page, which may be slower.
ui-crash-title = Something went wrong
ui-crash-lead = This is a bug in Nodetide. Nothing was sent anywhere. Your scenario is shown below and is restored when you restart.
ui-crash-text = Scenario
ui-crash-copy = Copy this report
ui-crash-again = Restart
ui-coming = Opening …
ui-part-comes = Loading this part of Nodetide…
ui-part-missing = Part of Nodetide couldn’t be loaded. Check your connection, and then try again.
ui-part-saved = Your scenario is saved in this browser. Nothing is lost.
ui-part-retry = Try again
ui-part-close = Close
ui-pages = Pages
ui-page-upgrade = Upgrade
ui-page-checker = Policy checker
ui-page-log = Log reader
ui-language = Language
ui-checker-title = When is this window really open?
ui-log-title = Autoscaler log
ui-checker-lead = Paste an RRULE, a gcloud command, Terraform, or describe output. Nothing leaves this tab.
ui-log-lead = Visibility events as Cloud Logging prints them, one or many, or the status ConfigMap: who is held back, by what, since when.
ui-share = Share
ui-compare = Compare
ui-span-days = { $d } d { $h } h
ui-span-hours = { $h } h { $m } min
ui-span-minutes = { $m } min { $s } s
ui-span-seconds = { $s } s

## Rules of the engine. The text is the story's sentence; `rule` is what holds always.

rule-start-scenario = The run starts
    .rule = This is how the scenario starts.
rule-user-command = { $command }
    .rule = A user command, or an event from the scenario's script.
rule-user-refused = The command has no effect: { $why }
    .rule = Which commands are valid depends on the state of the pool's upgrade. A finished upgrade can't be rolled back, and settings are locked while an upgrade runs.
rule-user-above-control-plane = The command has no effect: { $why }
    .rule = Nodes are never newer than the control plane: GKE refuses to upgrade them beyond it, and automatic upgrades wait for it.
rule-user-missing = The command has no effect: { $why }
    .rule = A script entry whose pool no longer exists fails at its time, and the run continues.
rule-control-plane-start = { $command } starts
    .rule = The control plane is upgraded before its nodes, and only while no node upgrade is in progress. The upgrade can't be canceled.
rule-control-plane-replica = Control plane replica { $replica } is being recreated: unavailable for { $lasts }
    .rule = A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption.
rule-control-plane-done = The control plane runs the new version
    .rule = Nodes can be upgraded once the control plane has reached the version.
rule-control-plane-waits = The control plane operation is due but can't start yet: { $why }
    .rule = A control plane upgrade waits until a maintenance window is open and no node upgrade is in progress. Operations run one at a time.
rule-control-plane-refused = The command has no effect: { $why }
    .rule = The control plane can only be upgraded to a newer version, by one minor version and one upgrade at a time.
rule-control-plane-overtaken = The automatic upgrade has nothing left to do: the control plane has that version
    .rule = An automatic upgrade of the control plane is dropped once another has brought its version.
rule-control-plane-does-not-answer = The command has no effect: { $why }
    .rule = A zonal cluster can't be changed while its control plane is being upgraded.
rule-control-plane-waits-exclusion = The control plane operation is due but can't start yet: { $why }
    .rule = A control plane upgrade waits as long as an active maintenance exclusion blocks upgrades of its kind.
rule-control-plane-one-a-month = The control plane operation is due but can't start yet: { $why }
    .rule = A cluster that is several minor versions behind its channel's default is upgraded by one minor version every 30 days.
rule-control-plane-disruption-budget = The control plane operation is due but can't start yet: { $why }
    .rule = The cluster's disruption budget sets the minimum interval between automatic control plane upgrades: by default 1 day between patch upgrades and 30 days between minor upgrades. Manual upgrades count too.
rule-control-plane-waits-nodes = The control plane operation is due but can't start yet: { $why }
    .rule = Nodes may trail the control plane by two minor versions at most, so the control plane waits until they are upgraded.
rule-control-plane-scheduled = { $command } is announced (SCHEDULED) { $after } before it can start
    .rule = With scheduled upgrades, GKE announces each automatic control plane upgrade at least 72 hours in advance.
rule-control-plane-repair = { $command } starts
    .rule = A control plane repair ignores maintenance windows and exclusions. Its replicas are recreated one at a time.
rule-control-plane-disruption = { $command } starts
    .rule = GKE maintenance recreates the control plane VMs at the same version, one replica at a time.
rule-control-plane-back = The control plane is available again, at its previous version
    .rule = A control plane that is recreated keeps its version.
rule-user-node-refused = The command has no effect: { $why }
    .rule = A drain needs an existing node that isn't being drained by an upgrade. Cordon and uncordon have no effect on a node that is already in that state.
rule-window-opens = A maintenance window opens
    .rule = Automatic work can start while a maintenance window is open and no exclusion blocks it.
rule-window-closes = The maintenance window closes
    .rule = After the window closes, no further automatic work starts.
rule-exclusion-begins = Maintenance exclusion { $name } starts ({ $scope })
    .rule = While an exclusion is active, automatic work in its scope doesn't start. It is active from its start time until its end time.
rule-exclusion-ends = Maintenance exclusion { $name } ends
    .rule = After it ends, an exclusion no longer blocks anything. Other active exclusions still do.
rule-capacity-quota-set = { $spare ->
        [none] Quota is sufficient for every VM
        [one] Quota now allows 1 VM more than at the start
       *[other] Quota now allows { $spare } VMs more than at the start
    }
    .rule = Each VM uses one unit of quota, from its request until its deletion is complete.
rule-capacity-stockout-set = { $out ->
        [yes] { $subject } is out of stock
       *[other] { $subject } has capacity again
    }
    .rule = In a zone that is out of stock, no VM can be created unless a reservation holds capacity for it.
rule-set-in-place = Node labels and taints are changed in place
    .rule = Only changes that recreate nodes use an upgrade strategy. Labels and taints of existing nodes are changed in place.
rule-set-upgrade-settings = Upgrade settings are changed
    .rule = Settings are locked while an upgrade runs. A canceled upgrade resumes with the new settings but keeps its strategy.
rule-set-replicas = Replicas set to { $replicas }
    .rule = A percentage-based PodDisruptionBudget follows spec.replicas immediately.
rule-rollout-start = The Pod template changes: a rollout begins
    .rule = A change of a Deployment's Pod template starts a rollout. Until it is done, an evicted Pod is replaced by one of its own template.
rule-rollout-grow = The new ReplicaSet is scaled to { $replicas }
    .rule = In a rolling update the new ReplicaSet grows as long as no more than replicas + maxSurge Pods are wanted. Percentages of maxSurge are rounded up.
rule-rollout-shrink = The ReplicaSet of revision { $revision } is scaled down to { $replicas }
    .rule = In a rolling update old ReplicaSets shrink, unavailable Pods first, as long as replicas − maxUnavailable Pods stay available. PodDisruptionBudgets are not consulted.
rule-rollout-recreate = The ReplicaSet of revision { $revision } is scaled to { $replicas }
    .rule = With the strategy Recreate all old Pods are deleted at once; new ones are created when no old Pod is left. PodDisruptionBudgets are not consulted.
rule-rollout-progress-deadline = The rollout has exceeded its progress deadline
    .rule = A rollout without progress for progressDeadlineSeconds is reported as ProgressDeadlineExceeded. Nothing stops or rolls back.
rule-rollout-progress = The rollout progresses again
    .rule = Progress is one more updated, one fewer old, or one more available Pod.
rule-rollout-done = The rollout is done
    .rule = A rollout is done when as many Pods as replicas are wanted exist, and all are updated and available.
rule-set-budget = The PDB's limit is changed
    .rule = The next eviction uses the new limit.
rule-set-behaviour = The behavior of its Pods changes
    .rule = From now on, Pods of the workload behave this way. Pods that are already starting or terminating are not affected.
rule-capacity-reservation-set = { $machines ->
        [none] No VMs are reserved for { $subject } anymore
        [one] 1 VM is reserved for { $subject }
       *[other] { $machines } VMs are reserved for { $subject }
    }
    .rule = A pool with its own reservation can have as many VMs as the reservation holds, regardless of quota and stockouts.
rule-pool-resize = The pool is resized to { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } per zone
    .rule = Increasing the size requests VMs. New nodes get the pool's configuration, or the target configuration during an upgrade.
rule-pool-request-node = Node requested; Ready in { $ready }
    .rule = A node that is added during an upgrade, even a canceled one, has the target configuration.
rule-pool-no-capacity = No VM for a new node: { $blocker }
    .rule = A refused request is retried every 5 minutes and when capacity changes.
rule-pool-node-ready = The new node is Ready
    .rule = Pods can be scheduled on a node as soon as it is Ready.
rule-node-preempted = Its Spot VM is preempted and gone in { $gone }
    .rule = A preempted VM gets 30 seconds to shut down, of which user Pods get 15. PodDisruptionBudgets are not consulted. A new VM with the same name replaces it.
rule-node-shuts-down-pod = { $state ->
        [unready] Not ready: its VM is shutting down
       *[other] Terminated by the shutdown of its VM
    }
    .rule = When a VM shuts down, each Pod gets its grace period, but at most 15 seconds. DaemonSet and mirror Pods stop with the VM.
rule-node-bring-back = Its VM is requested again; Ready in { $ready }
    .rule = The instance group keeps its size: a VM that was taken away is recreated, with the target configuration during an upgrade.
rule-node-bring-back-waits = No replacement VM: { $blocker }
    .rule = A refused request is retried every 5 minutes and when capacity changes.
rule-node-brought-back = { $state ->
        [uncordoned] Uncordoned: Pods can be scheduled here again
       *[other] Ready again
    }
    .rule = A recreated node counts as upgraded if it has the target configuration.
rule-node-kubelet-stops = kubelet stopped; not detected yet
    .rule = The control plane marks a node as lost after 40 seconds without a heartbeat (50 seconds from version 1.32). Until then, Pods can still be scheduled on it.
rule-node-disk-full = Its boot disk is full: no new Pods are scheduled here
    .rule = Auto-repair recreates a node whose boot disk has been full for about 30 minutes.
rule-node-lost = Status Unknown: no heartbeat from its kubelet
    .rule = Pods on a lost node are not ready. After 300 seconds, or their tolerationSeconds, they are deleted regardless of their PodDisruptionBudgets.
rule-node-lost-pod = Not ready: its node is lost
    .rule = All Pods on a lost node count as not ready.
rule-repair-cordon = Cordoned for repair
    .rule = Auto-repair drains an unhealthy node for at most an hour and recreates it, one node per zone at a time, regardless of maintenance windows and exclusions.
rule-repair-delete = Its VM is being deleted, gone in { $gone }, then recreated
    .rule = A repaired node keeps its name and its configuration.
rule-repair-ends-pod = Terminated: its node's kubelet is down
    .rule = Pods without a running kubelet don't hold up the drain. PodDisruptionBudgets are not consulted.
rule-host-live-migration = Its VM is live-migrated to another host; no Pod is disrupted
    .rule = Most VMs are live-migrated when their host is maintained. GKE maintenance windows and exclusions don't apply.
rule-host-down = Its VM is down for { $down }: it can't be live-migrated
    .rule = VMs with GPUs or TPUs can't be live-migrated: their Pods are terminated. GKE maintenance windows and exclusions don't apply.
rule-host-ends-pod = { $state ->
        [unready] Not ready: its VM is down
       *[other] Terminated: its VM is down
    }
    .rule = A VM that can't be live-migrated terminates its Pods. PodDisruptionBudgets are not consulted.
rule-host-back = Its VM is running again
    .rule = After a host event, the VM restarts under the same name.

rule-short-lived-life-over = Its maximum run duration is reached; gone in { $gone }
    .rule = Flex-start and queued VMs run for at most seven days. They are not drained, and new ones are created only on request.
rule-short-lived-cancel = The upgrade is canceled: nodes keep running (UpgradeInfoEvent CANCELED)
    .rule = A short-lived upgrade has no running operation that could be stopped.
rule-short-lived-roll-back = The rollback starts: from now on, new nodes get the old configuration
    .rule = A short-lived upgrade doesn't touch existing nodes, even when it is rolled back.
rule-short-lived-succeed = No node with a different configuration is left
    .rule = A short-lived upgrade ends when the last node with a different configuration is gone.
rule-user-cordon = Cordoned manually: no new Pods are scheduled here, running Pods continue
    .rule = A cordon sets spec.unschedulable. It doesn't move any Pod.
rule-user-uncordon = Uncordoned manually
    .rule = Pods can be scheduled on the node again.

rule-upgrade-start = { $automatic ->
        [yes] The automatic { $change } starts (UpgradeInfoEvent STARTED)
       *[other] The { $change } starts (UpgradeInfoEvent STARTED)
    }
    .rule = A change that recreates nodes uses the pool's upgrade strategy.
rule-upgrade-queue = The upgrade is due but can't start yet: { $why }
    .rule = An automatic upgrade starts only when the control plane is at the target version or newer.
rule-upgrade-queue-window = The upgrade is due but can't start yet: { $why }
    .rule = An automatic upgrade starts only while a maintenance window is open.
rule-upgrade-queue-exclusion = The upgrade is due but can't start yet: { $why }
    .rule = Automatic work waits as long as an active exclusion blocks work of its kind, even while a window is open.
rule-upgrade-pause-exclusion = The upgrade is paused: { $why }; nodes already in progress finish
    .rule = When an exclusion that blocks a surge upgrade starts, the upgrade starts no further node. It resumes automatically when a window is open and no exclusion blocks it.
rule-upgrade-pause-turn = The upgrade can resume and is waiting for its turn: { $why }
    .rule = Only one automatic operation runs at a time in a cluster. This includes paused upgrades that can resume.
rule-upgrade-override = Override ({ $why }): maintenance windows and exclusions don't apply
    .rule = Emergencies, critical patches, the end of support, expiring certificates, and policies that leave too little maintenance time take precedence and are not paused.
rule-upgrade-queue-turn = The upgrade is due but can't start yet: { $why }
    .rule = Only one automatic upgrade runs at a time in a cluster. GKE doesn't define their order: here, configuration changes come before new versions, then what has been due the longest, then pool order.
rule-upgrade-pause = The upgrade is paused: { $why }; nodes already in progress finish
    .rule = When the window closes, a surge upgrade starts no further node. Nodes already in progress finish, even after the window.
rule-upgrade-go-on = The upgrade resumes automatically
    .rule = A paused surge upgrade resumes in the next open window.
rule-upgrade-cancel = The upgrade is canceled; nodes already in progress finish (UpgradeInfoEvent CANCELED)
    .rule = Canceling pauses the upgrade: no further node starts, nodes already in progress finish, and nothing is rolled back.
rule-upgrade-cancelled = The upgrade has stopped
    .rule = Upgraded nodes keep the new version and the other nodes keep the old one. You can resume or roll back.
rule-upgrade-resume = The upgrade resumes with the remaining nodes
    .rule = Resuming upgrades the nodes that the canceled upgrade didn't reach.
rule-upgrade-roll-back = The rollback starts: upgraded nodes return to the old configuration
    .rule = A rollback recreates the upgraded nodes with the old configuration. Nodes that were never started are not touched.
rule-upgrade-rolled-back = Rolled back: every node has its old configuration
    .rule = A rollback ends when the last upgraded node is gone.
rule-upgrade-again = A new automatic upgrade upgrades the remaining nodes
    .rule = A pool whose upgrade was canceled can be scheduled again if auto-upgrade is enabled.
rule-upgrade-succeed = Every node has the target configuration (UpgradeInfoEvent SUCCEEDED)
    .rule = The upgrade has succeeded when no node of the pool has the old configuration.

rule-surge-zone-start = { $zone } starts with { $slots ->
        [one] 1 slot
       *[other] { $slots } slots
    }: { $surge } surge, { $unavailable } unavailable
    .rule = Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone.
rule-surge-zone-done = { $zone } is done
    .rule = The next zone starts when every slot of this zone is free and no old node is left in it.
rule-surge-take = Selected as the next node for surge slot { $slot }
    .rule = The number of nodes upgraded at once is maxSurge + maxUnavailable. The order is not defined.
rule-surge-take-unavailable = Selected as the next node for unavailable slot { $slot }
    .rule = maxUnavailable is the number of existing nodes that can be down at once. The order is not defined.
rule-surge-request-node = Surge node requested; Ready in { $ready }
    .rule = A surge slot first creates a new node and waits until it is Ready (except in a Spot pool). Then it cordons, drains, and deletes the old node.
rule-surge-no-capacity = { $kind ->
        [held] No VM for its surge node: { $blocker }
       *[other] No surge node can be created: no capacity available
    }
    .rule = Without capacity for a surge node, the upgrade of an old node doesn't start. The request is retried every 5 minutes and when capacity changes.
rule-surge-recreate-waits = { $kind ->
        [held] No replacement VM: { $blocker }
       *[other] Its replacement is waiting for capacity
    }
    .rule = Recreating a node briefly releases its capacity. Without a reservation, the capacity can be lost, and the node stays missing until capacity is available.

rule-surge-capacity-found = Capacity is available again
    .rule = Waiting slots continue as soon as capacity is available, in the order in which they were refused.
rule-surge-node-ready = The new node is Ready
    .rule = A surge slot continues when its new node is Ready.
rule-surge-cordon = Cordoned: its surge node is Ready, no new Pods are scheduled here
    .rule = When the surge node is Ready, the old node is cordoned. Its drain starts one second later.
rule-surge-cordon-unavailable = Cordoned: no new Pods are scheduled here
    .rule = An unavailable slot cordons and drains the old node immediately, without creating another node first.
rule-surge-cordon-spot = Cordoned without waiting for its surge node, which is a Spot VM
    .rule = In a Spot pool, GKE doesn't wait for surge nodes to be Ready.
rule-surge-delete = Its VM is being deleted, gone in { $gone }
    .rule = A surge slot deletes the old node when its drain has ended.
rule-surge-delete-to-recreate = Its VM is being deleted, gone in { $gone }, then recreated
    .rule = An unavailable slot recreates the node with the new configuration. In between, its capacity is available to anyone.
rule-surge-recreate = Recreated with the new configuration; Ready in { $ready }
    .rule = The VM of a recreated node keeps its name.
rule-surge-node-recreated = The recreated node is Ready
    .rule = A recreated node is Ready as soon as it registers.
rule-surge-uncordon = Uncordoned: Pods can be scheduled here again
    .rule = A recreated node is uncordoned when it is Ready.
rule-surge-cordon-surge-node = Cordoned: the node that it was to replace is back
    .rule = In a rollback, the surge node of a node that was in progress is cordoned, drained, and deleted.
rule-autoscaler-scale-up = The autoscaler grows { $pool } in { $zone } from { $from } to { $to } nodes for Pods that wait
    .rule = When Pods fit on no node, the cluster autoscaler takes the group of nodes that suits them best, and asks for as many nodes as they need, up to the limits. GKE may decide up to 10 s earlier: its looks follow no fixed grid.
rule-autoscaler-request-node = Requested for Pods that wait; Ready in { $ready }
    .rule = All nodes of a decision are requested at once. Pods are not tied to them: when they are Ready, the scheduler places what waits.
rule-autoscaler-triggered = { $pool } grows in { $zone } for its Pods
    .rule = One group grows at a time, with those like it in other zones; Pods that it can't help wait for the next decision.
rule-autoscaler-scale-up-failed = New nodes don't come in { $zone }: { $why }. The autoscaler tries there again after { $backoff }
    .rule = After a stockout, a quota error or a time-out, the autoscaler leaves the group alone for 5 minutes, after further failures for up to 30, and meanwhile tries others.
rule-autoscaler-give-up-node = Deleted: it did not register in time, gone in { $gone }
    .rule = Nodes that have not registered in time are deleted, but not below the minimum of the group.
rule-autoscaler-unneeded = Unneeded: its Pods that count request less than half of it, and fit on other nodes
    .rule = A node is unneeded while its Pods request less than half of its CPU and memory, all of them may move and fit on other nodes. Pods of a priority below −10 don't count. After 10 minutes, with optimize-utilization after 1, it is removed.
rule-autoscaler-needed-again = Needed again
    .rule = A node that is needed for a moment begins its time anew.
rule-autoscaler-soft-taint = New Pods avoid nodes that may be removed
    .rule = The autoscaler sets a taint that new Pods avoid on unneeded nodes, ten at each look, and takes it back when they are needed.
rule-autoscaler-to-be-deleted = The autoscaler removes it
    .rule = Up to ten empty nodes go at once, and one that must be drained. They are tainted first, so that no Pod comes; 5 seconds later the removal goes on.
rule-autoscaler-drain = The drain of a node that is removed begins: { $pods } Pods
    .rule = Its Pods are evicted, budgets are respected, and each gets its grace period up to the limit of the drain.
rule-autoscaler-drain-refused = Kept: an eviction was refused for two minutes
    .rule = If an eviction is refused for two minutes, the node is kept. Its group loses no node for 3 minutes, and it isn't looked at for 5.
rule-autoscaler-force = Ended with its node, before the end of its grace period
    .rule = A scale-down gives Pods an hour, with older control planes and on Autopilot 10 minutes; then they end with the node.
rule-autoscaler-keep-node = Kept after all
    .rule = A node is kept if a Pod has come that may not move, or if its drain fails.
rule-autoscaler-delete = Its VM is being deleted, gone in { $gone }
    .rule = When a node that is removed is empty, its VM is deleted, and its group is smaller at once.
rule-autoscaler-stays = Stays: { $why }
    .rule = For each node that the autoscaler manages and doesn't remove there is one reason.
rule-autoscaler-second-opinion = { $pool } could grow in { $zone }; by GKE's own weights it is number { $second } of the options
    .rule = Where several pools could grow, the weights of the open-source autoscaler choose. GKE weighs prices and sizes in its own way: a second opinion.
rule-autoscaler-no-scale-up = { $pool } doesn't grow in { $zone } for its Pods
    .rule = A group isn't grown while it has its maximum, backs off, misses nodes or would exceed a limit of the cluster, and not for Pods that the scheduler would refuse on a new node of it.
rule-surge-uncordon-in-progress = Uncordoned: it was in progress and goes back to work
    .rule = A rollback uncordons nodes that were in progress and not replaced yet; their surge nodes are drained and deleted.
rule-surge-node-done = Its slot is done
    .rule = A slot that is done takes its next node immediately.
rule-multi-host-take = Recreated together with its whole slice
    .rule = A multi-host TPU slice is one unit: GKE recreates all of its nodes in one step, regardless of the pool's strategy.
rule-multi-host-cordon = Cordoned together with its whole slice
    .rule = All nodes of a slice are cordoned and drained together.
rule-multi-host-delete = Its VM is being deleted, gone in { $gone }
    .rule = The VMs of a slice are deleted when the last of its drains has ended.
rule-multi-host-waits = No capacity for the whole slice: { $blocker }
    .rule = A slice is created only when there is capacity for all of its nodes.
rule-multi-host-recreate = Recreated with the new configuration; Ready in { $ready }
    .rule = The nodes of a slice are recreated together and keep their names.
rule-multi-host-done = Its slice is done
    .rule = The upgrade has succeeded when the slice is Ready.

rule-blue-green-quota-check = { $kind ->
        [held] Not enough quota for the green pool: { $blocker }
       *[other] Quota check failed: the green pool needs as many VMs as the blue pool; nothing was created (UpgradeInfoEvent FAILED)
    }
    .rule = Quota for the whole green pool is checked before anything is created. Resuming the upgrade repeats the check.
rule-blue-green-create = { $phase }: green nodes are created alongside the blue ones
    .rule = A blue-green upgrade first creates as many green nodes as there are blue ones, in all zones at once. No Pod is evicted before all of them exist.
rule-blue-green-request-node = Green node requested; Ready in { $ready }
    .rule = The green pool has as many nodes as the blue pool when the upgrade starts, so the pool temporarily has twice its nodes.
rule-blue-green-node-ready = The green node is Ready
    .rule = Pods can be scheduled on a green node as soon as it is Ready. The phase ends when all green nodes are Ready.
rule-blue-green-no-capacity = { $kind ->
        [held] No VM for a green node: { $blocker }
       *[other] No green node can be created: no capacity available
    }
    .rule = A refused green VM is requested again every 5 minutes and when capacity changes. The phase has no time limit.
rule-blue-green-cordon = { $phase }: no new Pods are scheduled on blue nodes
    .rule = When every green node is Ready, all blue nodes are cordoned at once. Running Pods stay.
rule-blue-green-cordon-node = Cordoned together with the whole blue pool
    .rule = All blue nodes in all zones are cordoned at once.
rule-blue-green-drain = { $phase }: blue nodes are drained in batches
    .rule = Blue nodes are drained in batches across all zones, in zone order.
rule-blue-green-batch = Draining batch { $batch } of { $of }
    .rule = The nodes of a batch start draining together. A percentage of the pool is rounded down, but to at least 1 node.
rule-blue-green-drain-node = The drain starts with { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }; after { $limit } evictions stop and remaining Pods stay
    .rule = A batch drain evicts Pods but doesn't force any out. Pods that are still there after an hour stay until the blue pool is deleted.
rule-blue-green-batch-soak = { $waits ->
        [yes] The drain of the batch is over; it soaks for { $soak }
       *[other] The drain of the batch is over
    }
    .rule = After each batch, including the last one, the upgrade waits for the batch soak duration.
rule-drain-batch-limit = The drain ends at its 1-hour limit: remaining Pods stay until the blue pool is deleted
    .rule = Blocked Pods and Pods with a long grace period are not forced out while the blue pool is drained.
rule-blue-green-soak = { $phase }: the pool soaks for { $lasts }
    .rule = After the last batch, the upgrade waits for the node pool soak duration, so that you can check workloads while the blue pool still exists.
rule-blue-green-delete = { $phase }: the blue pool is deleted
    .rule = When the soak ends, the blue pool is deleted. This phase can't be paused or rolled back.
rule-blue-green-seven-days = { $phase }: the 7-day soak limit is reached, regardless of what is left to drain
    .rule = When the soak times add up to seven days, the blue pool is deleted immediately. Time spent draining or paused doesn't count.
rule-blue-green-complete = { $phase }: the rest of the soak is skipped
    .rule = Completing an upgrade ends the node pool soak. In other phases, the command is refused.
rule-blue-green-empty-node = { $pods ->
        [0] No Pods are left on it
        [one] The remaining Pod is deleted
       *[other] The { $pods } remaining Pods are deleted
    }
    .rule = When the blue pool is deleted, remaining Pods are deleted rather than evicted, on all blue nodes at once.
rule-blue-green-delete-pod = Deleted without checking its PDB because the blue pool is being deleted; up to { $gone } to terminate
    .rule = A deletion doesn't check PodDisruptionBudgets. A Pod of the blue pool gets at most an hour to terminate.
rule-blue-green-delete-node = Its VM is being deleted, gone in { $gone }
    .rule = A blue VM is deleted when its last Pod is gone.
rule-blue-green-succeed = Every node is green (UpgradeInfoEvent SUCCEEDED)
    .rule = The upgrade has succeeded when the last blue VM is gone.
rule-blue-green-cancel = The upgrade is paused in its phase (UpgradeInfoEvent CANCELED)
    .rule = Canceling pauses the upgrade: evictions stop, blue nodes stay cordoned, and timers stop. You can resume or roll back.
rule-blue-green-resume = The upgrade resumes in its phase
    .rule = The upgrade resumes where it was paused. The rest of a batch soak is skipped, the node pool soak continues.
rule-blue-green-refused = The command has no effect: { $why }
    .rule = Only the node pool soak can be completed. While the blue pool is being deleted, the upgrade can't be canceled, completed, or rolled back.
rule-drain-pause = Its drain is paused
    .rule = While an upgrade is paused, no Pod is evicted and the 1-hour drain limit is suspended. Terminating Pods continue to terminate.
rule-drain-go-on = Its drain resumes{ $waits ->
        [yes] , with { $limit } left
       *[no] { "" }: terminating Pods have their grace
    }
    .rule = Refused evictions are retried immediately and then every 5 s.
rule-blue-green-roll-back = The rollback starts: the blue pool is used again, the green pool is removed (ROLLBACK_STARTED)
    .rule = A rollback uncordons the blue pool immediately, cordons the green pool, drains it (at most 20 nodes at a time), and deletes it.
rule-drain-given-up = Its drain is abandoned: the upgrade is rolled back
    .rule = A rollback evicts no Pod from the blue pool. Terminating Pods continue to terminate.
rule-blue-green-uncordon = Uncordoned: Pods can be scheduled here again
    .rule = A rollback uncordons all blue nodes at once.
rule-blue-green-cordon-green = Cordoned: the upgrade is rolled back
    .rule = A rollback cordons all green nodes at once. Their drains start one second later.
rule-blue-green-abandon-green = Its VM is deleted before the node registered, gone in { $gone }
    .rule = A rollback doesn't wait for green VMs that are still booting.
rule-blue-green-delete-green = Its VM is being deleted, gone in { $gone }
    .rule = A rollback deletes a green VM when its drain has ended.
rule-blue-green-rolled-back = Rolled back: the pool is blue again, with its old configuration
    .rule = A rollback ends when the last green VM is gone.

rule-backend-start = { $node } is a backend
    .rule = Backends of the start: with network endpoint groups and externalTrafficPolicy Cluster all nodes, as far as there is room.
rule-backend-start-local = { $node } is a backend
    .rule = Backends of the start: with network endpoint groups and externalTrafficPolicy Local the nodes with a Pod of the Service.
rule-backend-start-all = { $node } is a backend
    .rule = Backends of the start: instance groups have all nodes that are Ready, target pools all, whatever externalTrafficPolicy.
rule-backend-join = { $node } becomes a backend
    .rule = GKE's controller adds a node 10 s after it registers or, with externalTrafficPolicy Local, gets its first Pod of the Service (an assumption).
rule-backend-leave-drain = { $node } leaves the backends: GKE drains it
    .rule = A node that GKE itself drains leaves network endpoint groups 10 s after its drain began (an assumption), also if ready Pods are on it.
rule-backend-leave-taint = { $node } leaves the backends: the autoscaler is to delete it
    .rule = A node that the autoscaler is to delete leaves network endpoint groups 10 s after it was tainted (an assumption).
rule-backend-leave-pods = { $node } leaves the backends: its last Pod of the Service terminates
    .rule = With externalTrafficPolicy Local, a node leaves network endpoint groups 10 s after the last Pod of the Service on it began to terminate (an assumption).
rule-backend-leave-not-ready = { $node } leaves the backends: it isn't Ready
    .rule = A node that isn't Ready leaves its instance group after 10 s (an assumption).
rule-backend-leave-label = { $node } leaves the backends: its label excludes it
    .rule = A node with the label node.kubernetes.io/exclude-from-external-load-balancers leaves network endpoint groups 10 s after it was set (an assumption).
rule-backend-leave-filter = { $node } leaves the backends: its label or the autoscaler's taint excludes it
    .rule = Instance groups and target pools take no node with the label node.kubernetes.io/exclude-from-external-load-balancers or the autoscaler's taint, but a taint alone makes nobody look.
rule-backend-leave-node = { $node } leaves the backends: it is gone
    .rule = A node that is gone is no backend from 10 s later on (an assumption).
rule-backend-leave-others = { $node } leaves the backends: there is no room for it
    .rule = There is room for fewer backends than nodes that may be one.
rule-backend-leave-full = { $node } leaves the backends: others come first by name
    .rule = An instance group takes 1,000 nodes of a zone, the first by name.
rule-backend-spare = { $node } may be a backend, but is not in the subset
    .rule = If more nodes may be backends than there is room for, a hash of names picks a subset. What other subsets lose lies between the lowest and the highest of all.
rule-backend-healthy = { $node } passes the health check
    .rule = One probe with success is enough for the health check.
rule-backend-unhealthy = { $node } fails the health check: new connections avoid it
    .rule = The health check needs several failed probes: 2, every 3 s, with externalTrafficPolicy Local on newer load balancers, else 3, every 8 s.
rule-backend-unhealthy-vm = { $node } fails the health check: its VM doesn't answer
    .rule = A VM that is dead or being deleted answers no probes; 2 or 3 in a row make a node fail.
rule-backend-unhealthy-taint = { $node } fails the health check: the autoscaler is to delete it
    .rule = With externalTrafficPolicy Cluster, kube-proxy from 1.30 on lets a node fail that the autoscaler is to delete: after 3 probes, every 8 s.
rule-autoscaled-create = { $phase }: the green pool begins without nodes
    .rule = The green pool of an autoscaled blue-green upgrade begins with no nodes. The autoscaler adds some when Pods need them.
rule-autoscaled-cordon = { $phase }: no new Pods are scheduled on blue nodes
    .rule = All blue nodes are cordoned at once. Running Pods stay.
rule-autoscaled-wait = { $phase }: { $lasts } until what is left is drained
    .rule = GKE waits before it drains blue nodes: for three days, or as long as is set, up to seven. Meanwhile the autoscaler removes little-used ones, below their minimum, too.
rule-autoscaled-empty = { $phase }: no blue node is left
    .rule = If the autoscaler has removed all blue nodes, the rest of the wait is skipped.
rule-autoscaled-drain = { $phase }: the wait is over
    .rule = After the wait the blue nodes that are left are drained, up to 20 at a time.
rule-autoscaled-drain-node = { $pods ->
        [0] The wait is over
        [one] The wait is over: 1 Pod has to leave, deleted after { $limit } if its eviction is refused
       *[other] The wait is over: { $pods } Pods have to leave, deleted after { $limit } where evictions are refused
    }
    .rule = PodDisruptionBudgets are respected for an hour, and each Pod gets at most 24 hours to terminate. That a Pod isn't safe to evict no longer protects it.
rule-autoscaled-delete = { $phase }: all blue nodes are drained
    .rule = The blue pool is deleted without a soak.
rule-autoscaled-no-rollback = The command has no effect: { $why }
    .rule = An autoscaled blue-green upgrade can be canceled and resumed, but not rolled back.
rule-autoscaled-cancel = The upgrade is paused in its phase (UpgradeInfoEvent CANCELED)
    .rule = Canceling pauses the upgrade: the wait and its evictions stop, and blue nodes stay cordoned. The autoscaler goes on. It can be resumed, not rolled back.
rule-autoscaled-resume = The upgrade resumes in its phase
    .rule = The upgrade resumes where it was paused, with the rest of its wait.
rule-set-rest = { $left } of it are left when the upgrade resumes
    .rule = A changed soak or wait counts from the beginning of the phase: what has passed is taken off.
rule-autoscaled-violation = Deleted although its eviction was refused: budgets hold no longer after the wait (POD_PDB_VIOLATION); up to { $gone } to terminate
    .rule = After the wait, PodDisruptionBudgets can refuse evictions for an hour of each node's drain, or for the pool's pdbTimeoutDuration. Then the remaining Pods are deleted.
rule-drain-start = The drain starts with { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }{ $limited ->
        [yes] { "" }; Pods still there after { $limit } are forced out
        [gives-up] { "" }; it gives up after { $limit }
       *[other] { "" }
    }
    .rule = A drain evicts all Pods of the node at once, except DaemonSet and mirror Pods. A refused eviction is retried every 5 s.
rule-drain-abort = The drain is aborted; the node stays cordoned
    .rule = If a drain filter returns an error, no Pod is evicted.
rule-drain-evict = Evicted (HTTP 201); up to { $gone } to terminate
    .rule = An eviction checks PodDisruptionBudgets. If it is granted, the Pod terminates within its grace period.
rule-drain-delete = Deleted without checking its PDB; up to { $gone } to terminate
    .rule = A deletion doesn't check PodDisruptionBudgets.
rule-drain-remove-finished = The finished Pod is removed
    .rule = PodDisruptionBudgets don't protect finished Pods.
rule-drain-pdb-timeout = Deleted without checking its PDB: pdbTimeoutDuration is over; up to { $gone } to terminate
    .rule = After pdbTimeoutDuration, PodDisruptionBudgets are no longer checked: the Pods they protect are deleted.
rule-drain-pdb-violation = Deleted although its eviction was refused: pdbTimeoutDuration is over (POD_PDB_VIOLATION); up to { $gone } to terminate
    .rule = With nodeDrainConfig, PodDisruptionBudgets can refuse evictions until pdbTimeoutDuration after the drain started. Then the remaining Pods are deleted.
rule-drain-force = { $violates ->
        [yes] Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION)
       *[other] Force-deleted before its grace period ended: drain limit reached
    }
    .rule = The drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then all remaining Pods are removed.
rule-drain-end = Drained
    .rule = A drain ends when the last Pod that it evicted is gone.
rule-drain-limit = The drain ends at its limit
    .rule = A drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then remaining Pods are forced out.
rule-drain-fail = The drain ends with an error; the node stays cordoned
    .rule = An error other than a refused eviction stops the drain's retries for that Pod, and the Pod stays. A drain is complete only when every Pod it selected is gone.
rule-drain-timeout = The drain times out
    .rule = kubectl drain stops waiting after --timeout. The node stays cordoned.

rule-gate-budget = Eviction refused: { $budget } allows { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    } (HTTP 429, POD_NOT_ENOUGH_PDB)
    .rule = The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s.
rule-gate-two-budgets = Eviction fails: { $first } and { $second } both select it (HTTP 500)
    .rule = A Pod that two PodDisruptionBudgets select can't be evicted at all. Retrying doesn't help.
rule-gate-forbidden = Eviction refused: { $budget } has no valid status (HTTP 403)
    .rule = The eviction API refuses evictions while the PodDisruptionBudget has no valid status.
rule-gate-drain-filter = It blocks the drain: { $reason }
    .rule = The kubectl drain filters check every Pod before anything is evicted. A single error stops the whole drain.

rule-node-vm-gone = The VM is deleted
    .rule = A node counts until the deletion of its VM is complete.
rule-node-takes-pods = Gone with its node
    .rule = DaemonSet and mirror Pods are not evicted. They end with their node.
rule-pod-gone = Terminated
    .rule = A terminating Pod is gone when its containers have stopped, at the latest when its grace period ends.
rule-pod-started = Its containers are running; ready in { $ready }
    .rule = A Pod is Running when its containers have started, and ready when its readiness probe succeeds.
rule-pod-never-ready = Its containers are running, but it never becomes ready on an upgraded node
    .rule = A Pod whose readiness probe fails receives no traffic and counts as unhealthy for its PodDisruptionBudget.
rule-pod-ready = Ready
    .rule = A ready Pod receives traffic and counts as healthy for its PodDisruptionBudget.
rule-pod-container-exits = Its container exited with code { $code }; it is started again after { $wait }
    .rule = A container that ends is started again in place: at once after the first exit, then after 10 s, 20 s, 40 s … up to 5 min (CrashLoopBackOff). A run of more than 10 min forgets the exits before.
rule-pod-container-restarts = Its container is started again in place
    .rule = A container that ended is started again on the same node. This isn't an eviction: the Pod stays in its place, and its image isn't pulled again.
rule-pod-pull-fails = Its image cannot be pulled; the next try is in { $wait }
    .rule = A pull that fails is tried again after 10 s, 20 s, 40 s … up to 5 min (ImagePullBackOff). The Pod stays Pending, so that no PodDisruptionBudget protects it.
rule-pod-pull-succeeds = Its image is pulled; its containers start in { $start }
    .rule = A pull that succeeds is followed by the start of the containers.
rule-pod-probe-kills = Its probe has failed too often: its container is ended, which takes { $grace }
    .rule = A container whose liveness or startup probe fails failureThreshold times in a row is ended within its grace period, and then started again.
rule-pod-finishes = Its container exited with code { $code }, and isn't started again
    .rule = A Pod whose containers have ended and aren't restarted is Succeeded or Failed. It keeps no room on its node.
rule-pod-work-done = Its work is done
    .rule = A Pod whose work has a length, as the scenario assumes, succeeds when it is done, also in its grace period: then nothing is lost.
rule-pod-work-lost = { $lost } of work lost
    .rule = A Pod that ends before its work is done loses what it has worked since its last checkpoint, or all of it without checkpoints. Its replacement begins there.

rule-volume-provision = Its volume { $volume } is created in { $disk ->
        [regional] { $zone } and { $other }
       *[zonal] { $zone }
    }
    .rule = A claim that waits for its first consumer gets a disk in the zone of the first node that is chosen for its Pod, one that is bound immediately in any zone that its class allows. There it stays.
rule-volume-in-use = Its volume is still attached to { $node }
    .rule = A disk with access mode ReadWriteOnce is attached to one node at a time. A Pod on another node starts when the Pods that use it there are gone and the disk is detached.
rule-volume-attach = Its volumes are attached; its containers start in { $start }
    .rule = A Pod whose volumes are attached to its node pulls its image and starts its containers.
rule-volume-detach-by-force = Its volume is detached by force from a node that is lost; its containers start in { $start }
    .rule = A disk is detached from a lost node 6 min after the deletion of the Pod that uses it there.

rule-pod-deletion-shortened = Its grace period is shortened; up to { $gone } to terminate
    .rule = A second deletion can only shorten the grace period.

rule-workload-replace = Created by { $workload }, which has fewer Pods than desired
    .rule = The controller creates a replacement as soon as a Pod starts terminating.
rule-workload-replace-ordinal = Recreated by { $workload } after its predecessor was gone
    .rule = A StatefulSet recreates a Pod only after the previous Pod with that ordinal is gone.
rule-workload-daemon = Created by { $workload } for the node
    .rule = A DaemonSet runs one Pod on each eligible node.
rule-workload-job = Created by { $workload } to replace a Pod that ended
    .rule = A Job creates Pods until enough have succeeded.
rule-workload-job-backoff = { $workload } waits { $wait } before it retries
    .rule = A Job whose Pods fail waits longer after each failure.
rule-workload-job-failed = { $workload } has failed: { $failures } of its Pods failed, more than its backoffLimit
    .rule = A Job fails when the number of failed Pods exceeds its backoffLimit: its other Pods are deleted and no more are created.
rule-workload-job-policy = { $workload } has failed: its podFailurePolicy fails the Job when a Pod is disrupted
    .rule = A Job whose podFailurePolicy has the action FailJob for disrupted Pods fails when one of its Pods is disrupted.
rule-workload-job-deadline = { $workload } has failed: it exceeded its activeDeadlineSeconds ({ $after })
    .rule = A Job that exceeds its activeDeadlineSeconds fails: its Pods are deleted and no more are created.
rule-workload-job-surplus = Deleted: its Job needs fewer Pods
    .rule = A Job deletes Pods that it no longer needs.
rule-workload-job-cleans = Deleted: its Job has failed
    .rule = A Job that fails deletes its running Pods.
rule-workload-daemon-finished = Deleted: it had finished, and the DaemonSet needs a running Pod on this node
    .rule = A DaemonSet deletes finished Pods and recreates them.
rule-workload-daemon-leaves = Deleted: its DaemonSet no longer matches the node's labels or taints
    .rule = A DaemonSet deletes its Pods, including Pending ones, from nodes that its node selector, node affinity, or tolerations no longer match.
rule-workload-scale-down = Deleted by its controller: finished or surplus
    .rule = A controller deletes Pods that it no longer needs. PodDisruptionBudgets are not consulted.
rule-node-taint-expels = Deleted: it doesn't tolerate a NoExecute taint of its node; up to { $gone } to terminate
    .rule = A NoExecute taint immediately evicts Pods that don't tolerate it. PodDisruptionBudgets are not consulted.
rule-node-toleration-ends = Deleted: its tolerationSeconds for a NoExecute taint of its node are over; up to { $gone } to terminate
    .rule = A Pod that tolerates a NoExecute taint for a limited time is deleted when that time is over. PodDisruptionBudgets are not consulted.
rule-place-bind = Scheduled on { $node }
    .rule = The scheduler assigns a Pod to the highest-scoring node that passes all filters.
rule-place-unschedulable = No node fits: { $blocker }
    .rule = A Pod that fits on no node stays Pending until something changes that could help.
rule-place-nominate = Nominated to { $node }, where lower-priority Pods are preempted
    .rule = A Pod that fits nowhere is nominated to the node where preemption removes the fewest and least important Pods. It waits for the room to become free and may still be scheduled elsewhere.
rule-place-preempt = Preempted by a Pod of higher priority; up to { $gone } to terminate
    .rule = The scheduler deletes lower-priority Pods to make room for a Pod that fits nowhere. It respects PodDisruptionBudgets only as a preference.
rule-place-clear-nomination = It is no longer nominated to a node
    .rule = A nomination ends when a Pod of higher priority is nominated to the node, or when preemption can no longer help.

rule-autoscaler-leaves-alone = The cluster autoscaler ignores it
    .rule = The cluster autoscaler ignores a node while it is being upgraded.

rule-budget-max-unavailable = The PDB's status is computed
    .rule = disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up.
rule-budget-min-available = The PDB's status is computed
    .rule = disruptionsAllowed is the number of healthy Pods minus minAvailable.
rule-budget-min-available-percent = The PDB's status is computed
    .rule = disruptionsAllowed is the number of healthy Pods minus minAvailable. A percentage of spec.replicas is rounded up.

## Commands of the script

command-upgrade = Upgrade of { $pool }{ $to } requested
command-upgrade-automatic = Automatic upgrade of { $pool }{ $to } is due
command-to = { " " }to { $version }
command-change = { $automatic ->
        [yes] Automatic { $change } of { $pool } is due
       *[other] { $pool }: { $change } requested
    }
change-version = upgrade{ $to }
change-machine-type = machine type change
change-disk-type = disk type change
change-disk-size = disk size change
change-image-type = image type change
change-ip-rotation = IP address rotation
change-credential-rotation = credential rotation
change-network-policy = network policy change
change-image-streaming = image streaming change
change-network-performance = network performance change
change-gvnic = gVNIC change
change-node-system-config = node system configuration change
change-confidential-nodes = Confidential Nodes change
change-storage-pools = storage pool change
change-shielded-nodes = Shielded GKE Nodes change
change-intranode-visibility = intranode visibility change
change-node-local-dns = NodeLocal DNSCache change
change-vm-disruption = VM disruption for GKE maintenance
command-cancel = Cancellation of { $pool } upgrade requested
command-resume = Resumption of { $pool } upgrade requested
command-rollback = Rollback of { $pool } requested
command-rollback-respecting = Rollback of { $pool } (respectPdb) requested
command-complete = Completion of { $pool } upgrade requested
command-missing = Command for a pool that doesn't exist
command-control-plane = { $automatic ->
        [yes] Automatic control plane upgrade to { $version } is due
       *[other] Control plane upgrade to { $version } requested
    }
work-upgrade = Control plane upgrade to { $version }
work-repair = Control plane repair
work-disruption = Maintenance of the control plane VMs
command-repair-control-plane = Control plane repair is due
command-disrupt-control-plane = Maintenance of the control plane VMs is due
command-target = { $version } becomes the release channel's default version
command-step = GKE upgrades the cluster to { $version }
command-reservation = { $machines ->
        [none] Reservation of { $pool } removed
        [one] Reservation of 1 VM for { $pool }
       *[other] Reservation of { $machines } VMs for { $pool }
    }
command-resize = Resize of { $pool } to { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } per zone
command-settings = Upgrade settings of { $pool } edited
command-preempt = Preemption of { $node }
command-fail = kubelet failure on { $node }
command-fail-disk = Boot disk of { $node } is full
command-host-event = Host maintenance event for { $node }
command-shape = Labels and taints of { $pool } edited
command-replicas = { $workload } scaled to { $replicas ->
        [one] 1 replica
       *[other] { $replicas } replicas
    }
command-rollout = Rollout of { $workload }, revision { $revision }
command-behaviour = From now on, { $workload } { $parts }
behaviour-pull = takes { $pull } to pull its image on a new node
behaviour-shutdown = shuts down { $shutdown } after SIGTERM
behaviour-ignores = ignores SIGTERM
behaviour-fails = never becomes ready on upgraded nodes
behaviour-works = becomes ready everywhere
command-budget = { $budget } changed to { $limit }
command-cordon = Cordon of { $node } requested
command-uncordon = Uncordon of { $node } requested
command-drain = Drain of { $node } requested
command-quota = { $spare ->
        [none] Quota becomes sufficient
        [one] Quota changes to 1 VM more than at the start
       *[other] Quota changes to { $spare } VMs more than at the start
    }
command-stockout = Stockout in { $zone } begins
command-in-stock = Stockout in { $zone } ends
command-unknown = Script command

refusal-run-unfinished = an upgrade of the pool is still in progress
refusal-nothing-to-cancel = the pool has no upgrade that can be canceled now
refusal-nothing-to-resume = the pool has no canceled upgrade
refusal-nothing-to-roll-back = there is nothing to roll back; to go back after a successful upgrade, upgrade to the old version
refusal-locked = the pool's settings are locked while it is being upgraded
refusal-no-such-node = the node doesn't exist at this time
refusal-already-in-state = already in that state
refusal-upgrade-drains = the upgrade is already draining the node
refusal-deleting-blue-pool = the blue pool is being deleted (DELETING_BLUE_POOL)
refusal-not-soaking = the pool isn't soaking
refusal-not-spot = only Spot VMs can be preempted
refusal-missing = target not found
refusal-control-plane-down = the control plane is being upgraded and doesn't respond
refusal-not-rolled-back = an autoscaled blue-green upgrade has no rollback
refusal-above-control-plane = GKE refuses nodes that are newer than the control plane; upgrade it first
refusal-minors-ahead = the control plane moves one minor version at a time
refusal-control-plane-busy = the control plane is being upgraded
refusal-would-shrink = the pool would shrink, and the command doesn't say which nodes to remove
whynot-window = MAINTENANCE_WINDOW, no window is open
whynot-control-plane = the control plane is older than the target
whynot-another-run = another pool is being upgraded
whynot-busy = a control plane operation is in progress
whynot-old-nodes = nodes may trail the control plane by two minor versions at most, those of { $pool } go first
whynot-code = { $code }

## Facts in a few words: the event log

fact-started = run starts
fact-commanded = { $command }
fact-refused = refused: { $why }
fact-window-opened = window opens
fact-window-closed = window closes
fact-exclusion-began = exclusion { $name } starts
fact-exclusion-ended = exclusion { $name } ends
fact-quota = { $spare ->
        [none] quota is sufficient
        [one] quota: 1 more VM
       *[other] quota: { $spare } more VMs
    }
fact-stockout-began = out of stock
fact-stockout-ended = in stock again
fact-scale-up = grows from { $from } to { $to } nodes in { $zone }
fact-scale-up-option = could grow in { $zone } by { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } for { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
fact-scale-up-failed = { $missing ->
        [one] 1 node doesn't come
       *[other] { $missing } nodes don't come
    } in { $zone }: { $why }; no new try for { $backoff }
fact-scale-up-triggered = { $pool } grows in { $zone } for { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
fact-no-scale-up = { $pool } doesn't grow in { $zone }: { $why }
fact-no-scale-up-filter = { $pool } doesn't grow in { $zone }: a new node would be refused, { $filter }
fact-scale-up-possible = what held { $pool } back in { $zone } no longer counts: a pool grows, no Pod waits, or it may grow
scale-up-out-of-resources = Compute Engine has no such machines there now
scale-up-quota-exceeded = a Compute Engine quota is used up
scale-up-timeout = they did not appear in time
scale-up-reservation-used-up = the reservation is used up
scale-up-other = the request failed
scale-up-ip-space = no addresses are left for its nodes or their Pods
no-scale-up-max-size = it has its maximum
no-scale-up-backoff = it backs off after a failed scale-up
no-scale-up-not-ready = too many of its nodes are missing
no-scale-up-too-large = all its nodes at once are too many for the cluster
no-scale-up-resource-limit = a resource limit of the cluster is reached
no-scale-up-predicate = a new node would be refused
no-scale-up-upgrade = its upgrade allows no new nodes in this phase
no-scale-up-compute-engine = Compute Engine autoscaling is on for its groups
no-scale-up-expendable = Pods of a priority below −10 are in the Pod's place: to the autoscaler they count as gone, but the Pod preempts none
fact-unneeded = unneeded: its Pods that count fit on other nodes
fact-needed-again = needed again
fact-candidate = new Pods avoid it
fact-no-candidate = new Pods no longer avoid it
fact-to-be-deleted = the autoscaler removes it
fact-kept = kept after all
fact-stays = stays: { $why }
stays-used = its Pods request half of it or more
stays-min-size = its group has its minimum
    .short = the group's minimum
stays-resource-limit = a minimum of the cluster's resources needs it
    .short = the cluster's minimum
stays-last-node = it is the last node of the cluster
    .short = last node
stays-annotation = the annotation scale-down-disabled keeps it
    .short = scale-down-disabled
stays-no-place = a Pod fits on no other node
    .short = no place for a Pod
stays-controller-not-found = the controller of a Pod doesn't exist
    .short = controller missing
stays-min-replicas = a Pod's controller has too few replicas
    .short = too few replicas
stays-not-replicated = no controller would replace a Pod
    .short = Pod without a controller
stays-local-storage = a Pod has local storage
    .short = local storage
stays-not-safe = a Pod has the annotation safe-to-evict: "false"
    .short = safe-to-evict: "false"
stays-system-pod = a system Pod without a budget runs on it
    .short = system Pod
stays-budget = a budget allows no eviction
    .short = PDB
stays-others-first = enough other nodes are unneeded
    .short = others first
stays-at-work = an upgrade or a repair works on it or its pool
stays-failed = its drain has failed
    .short = drain failed
stays-atomic-group = its group goes as a whole, and another node of it stays
    .short = whole group
stays-not-started = it is not ready, and counts as coming for its first 15 minutes
stays-cool-down = it waits after a scale-up, or after a drain of its group that failed
stays-one-by-one = ten nodes go at a time, one of them after a drain
    .short = ten at a time
stays-pods-unknown = no Pods of its pool are known, so it does not count as empty
stays-compute-engine = Compute Engine autoscaling is on for its group
    .short = Compute Engine autoscaling
fact-replicas = { $replicas ->
        [one] 1 replica
       *[other] { $replicas } replicas
    } desired
fact-rollout-started = rollout of revision { $revision } started
fact-replica-set-scaled = revision { $revision }: { $replicas ->
        [one] 1 Pod
       *[other] { $replicas } Pods
    } desired
fact-progress-deadline = no progress within the progress deadline
fact-rollout-progresses = rollout progresses again
fact-rollout-done = rollout done
fact-limit = limit changed
fact-control-plane-started = { $command }
fact-replica-started = control plane replica { $replica }
fact-control-plane-done = control plane upgraded
fact-control-plane-back = control plane available again
fact-control-plane-scheduled = announced: { $command }
fact-overridden = override: { $why }
fact-behaviour = Pod behavior changed
fact-queued = queued: { $why }
fact-upgrade-started = upgrade starts
fact-zone-started = { $zone } starts
fact-zone-done = { $zone } is done
fact-resources-missing = waiting for resources
fact-resources-found = resources available
fact-paused = paused: { $why }
fact-resumed = resumed
fact-cancelling = canceled, nodes in progress finish
fact-cancelled = stopped
fact-rolling-back = rolling back
fact-rolled-back = rolled back
fact-succeeded = succeeded
fact-failed = failed: insufficient quota
fact-reservation = { $machines ->
        [none] nothing reserved
        [one] 1 VM reserved
       *[other] { $machines } VMs reserved
    }
fact-resized = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } per zone
fact-settings = upgrade settings changed
fact-rest = { $left } left
fact-phase = { $phase }
fact-batch = batch { $batch } of { $of }
fact-batch-drained = batch drained
fact-reshaped = labels and taints set
fact-taken = selected for a slot
fact-requested = requested, Ready in { $ready }
fact-node-ready = Ready
fact-cordoned = cordoned
fact-uncordoned = uncordoned
fact-drain-started = drain starts, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
fact-drain-aborted = drain aborted
fact-drained = drained
fact-drained-by-limit = drain reached its limit
fact-drain-paused = drain paused
fact-drain-resumed = drain resumed
fact-deleting = VM deletion starts
fact-deleting-to-recreate = VM deletion starts, to recreate
fact-node-gone = gone
fact-shut-down = VM shuts down
fact-kubelet-stops = kubelet stops
fact-disk-full = boot disk is full
fact-node-lost = lost
fact-host-moved = live-migrated to another host
fact-host-down = down for { $down }
fact-node-back = back
fact-recreating = recreated, Ready in { $ready }
fact-node-done = slot done
fact-pod-created = Pending
fact-bound = scheduled on { $node }
fact-nominated = nominated to { $node }
fact-backend-added = { $node } is a backend
fact-backend-added-unhealthy = { $node } is a backend, and doesn't pass the health check yet
fact-backend-removed = { $node } is no backend any more
fact-backend-drains = { $node } is no backend any more: its connections go on for { $drains }
fact-backend-healthy = { $node } passes the health check
fact-backend-unhealthy = { $node } fails the health check: new connections avoid it
fact-backend-spare = { $node } may be a backend, but is not in the subset
fact-backend-spare-unhealthy = { $node } may be a backend that fails the health check, but is not in the subset
fact-backend-spare-gone = { $node } may be no backend any more
fact-nomination-cleared = nomination cleared
fact-pod-started = Running, not ready
fact-pod-never-ready = Running, never ready
fact-pod-ready = ready
fact-pod-unready = not ready
fact-container-exited = container exited with code { $code }
fact-crash-loop = CrashLoopBackOff, code { $code }
fact-pull-failed = ImagePullBackOff
fact-image-pulled = image pulled
fact-probe-killed = killed by its probe
fact-pod-succeeded = Succeeded
fact-work-lost = { $lost } of work lost
fact-pod-failed = Failed, code { $code }
fact-volume-provisioned = volume { $volume } created in { $disk ->
        [regional] { $zone } and { $other }
       *[zonal] { $zone }
    }
fact-volumes-attached = volumes attached
fact-evicted = evicted
fact-deleted = deleted
fact-deleted-at-limit = deleted at the limit
fact-preempted = preempted
fact-forced = forced out
fact-forced-against-budget = POD_PDB_VIOLATION, forced out
fact-pod-gone = terminated
fact-blocked = { $blocker }
fact-unblocked = Nothing blocks it anymore

blocker-budget = POD_NOT_ENOUGH_PDB, { $budget } allows { $allowed }
blocker-two-budgets = { $first } and { $second } both select it
blocker-forbidden = { $budget } has no valid status
blocker-no-node = { $nodes } { $reason }
blocker-no-nodes = there are no nodes
blocker-quota-of = { $quota } is { $short } short
blocker-quota = { $spare ->
        [0] no quota is left
        [one] the quota for 1 more VM is used up
       *[other] the quota for { $spare } more VMs is used up
    }
blocker-stockout = { $zone } is out of stock
blocker-reservation = { $machines ->
        [one] the reservation of 1 VM is used up
       *[other] the reservation of { $machines } VMs is used up
    }
blocker-control-plane = the control plane is being upgraded
blocker-drain-filter = { $reason }
blocker-backoff = waits { $wait }
blocker-volume = its volume is still attached to { $node }
blocker-backoff-limit = { $failures ->
        [one] 1 Pod
       *[other] { $failures } Pods
    } failed, more than its backoffLimit
blocker-pod-failure-policy = failed by its podFailurePolicy
blocker-deadline = exceeded its activeDeadlineSeconds ({ $after })

## The stage

stage-surge = SURGE { $surge } + { $unavailable }{ $zones ->
        [one] { "" }
       *[other] { " " }per zone
    }
stage-blue-green = BLUE_GREEN { $batch ->
        [0] no drain
       *[other] { $batch } / { $soak }
    } / { $pool-soak }
stage-blue-green-part = BLUE_GREEN { $batch } / { $soak } / { $pool-soak }
stage-autoscaled = AUTOSCALED_BLUE_GREEN { $wait }
stage-strategy = { $name }
stage-share = { $done }/{ $of }
# web-pdb: 3 of 4 must stay
stage-gauge = { $budget }: { $must } of { $pods } must stay
stage-progress = { $done } of { $of } upgraded{ $version ->
        [unknown] { "" }
       *[other] { " " }to { $version }
    }
side-blue = Blue pool
side-green = Green pool
side-nodes = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }
side-cordoned = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, cordoned { $at }
side-again = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, in use again
side-ready = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, ready { $at }
side-booting = { $ready } of { $of } ready
side-deleting = { $left } of { $of } left
side-deleted = deleted { $at }
side-empty = no nodes
side-not-created = not created
side-batch = batch { $batch } of { $of }
side-soak = soak { $left }
side-wait = drained in { $left }
side-paused = paused
batch-title = Batch { $first }
batch-titles = Batches { $first }–{ $last }
batch-none = No batches
batch-planned = not drained yet
batch-drain-at = drain at { $at }
batch-deleted-at = deleted { $at }, undrained
batch-back-at = rolled back { $at }
batch-after = after batch { $batch }
batch-skipped = size 0: no drain
batch-left = not drained
batch-drained-before = drained before the run
batch-draining = draining
batch-stopped = drain stopped
batch-pods = { $pods ->
        [0] no Pods left
        [one] 1 Pod left
       *[other] { $pods } Pods left
    }
batch-paused = paused
batch-soak-dropped = resume skips its soak
batch-soak-left = { $left }
batch-soak-of = left of { $soak } soak
batch-soaked = soaked
batch-drained = drained
batch-drained-at = drained { $at }
band-waits = Waits
band-wait-of = left of { $wait }, then it is drained
band-drained = Drained
band-drains = Drains
band-next = Next
band-blue = Blue
band-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
going-phase = { $phase ->
        [CREATING_GREEN_POOL] creating the green pool
        [CORDONING_BLUE_POOL] cordoning the blue pool
        [WAITING_TO_DRAIN_BLUE_POOL] waiting to drain blue
        [DRAINING_BLUE_POOL] draining the blue pool
        [NODE_POOL_SOAKING] soaking
        [DELETING_BLUE_POOL] deleting the blue pool
        [ROLLBACK_STARTED] rolling back
       *[other] { $phase }
    }
going-creating = creating the green pool, { $ready } of { $of } ready
going-drains = draining batch { $batch } of { $of }
going-soaks = batch { $batch } of { $of } soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }
going-waits = { $left ->
        [one] 1 blue node
       *[other] { $left } blue nodes
    } left, drained from { $until } on
going-soaking = soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }
going-left = { $side ->
        [blue] deleting the blue pool
        [waited] draining the blue pool
       *[green] rolling back
    }, { $left } { $side ->
        [green] green
       *[other] blue
    } { $left ->
        [one] node
       *[other] nodes
    } left
going-paused = paused since { $since }: { $phase }
going-failed = quota check failed
zone-done = done
zone-next = next
zone-then = then
zone-from = ≈ { $at }
zone-out-of-stock = out of stock
zone-waits-for-capacity = waiting for capacity
zone-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }{ $creating ->
        [0] { "" }
       *[other] { " " }+ { $creating } creating
    }
zone-nodes-limited = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } ({ $min }–{ $max }){ $creating ->
        [0] { "" }
       *[other] { " " }+ { $creating } creating
    }
zone-since = since { $at }
zone-done-note = Done at { $at }: { $nodes } upgraded in { $took }, { $evictions ->
        [one] 1 eviction
       *[other] { $evictions } evictions
    }{ $forced ->
        [0] { "" }
       *[other] , { $forced } forced out
    }{ $blocked_s ->
        [0] { "" }
       *[other] , blocked for { $blocked }
    }
zone-next-at-after = Starts at { $at } in the run shown, after { $zone }. One zone at a time.
zone-next-at = Starts at { $at } in the run shown. One zone at a time.
zone-next-after = Starts after { $zone }. One zone at a time.
zone-next-some-time = Waiting for its turn. One zone at a time.
slots-old-to-new = { $n ->
        [one] 1 slot
       *[other] { $n } slots
    }, old to new
slots-in-use = { $used } of { $of } upgrade slots in use
slots-formula = min({ $surge } + { $unavailable }, 20, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }) = { $of }
slots-pair = { $node }→{ $new }
slots-surge = Surge { $pairs }.
slots-unavailable = Unavailable { $nodes }.
tile-not-ready = not ready
tile-kubelet-stopped = kubelet stopped
tile-lost = not responding
tile-disk-full = disk full
tile-vm-down = VM down
tile-blocked = blocked, { $left } left
tile-blocked-budget = PDB { $budget }
tile-blocked-two = two PDBs
tile-draining = draining, { $left } left
tile-cordoned = no new Pods
tile-starting = starting
tile-for-pods = for Pods
tile-for-pod = for { $pod }{ $more ->
    [0] {""}
   *[other] {" "}+{ $more }
}
tile-held = { $why }
tile-held-by = { $pod }
tile-held-since = since { $at }
tile-unneeded = unneeded
tile-goes-in = goes in { $left }
tile-to-be-deleted = to be deleted
tile-recreating = recreating
tile-deleting = deleting
tile-ready-new = ready
tile-ready-old = ready
tile-forced-in = forced out in { $left }
tile-deleted-in = deleted in { $left }
tile-limit-in = limit in { $left }
tile-left = { $left } left
tile-no-capacity = waiting for capacity
tile-empty = empty
tile-empty-since = empty since { $at }
tile-pods-stay = { $pods ->
        [one] 1 Pod stays
       *[other] { $pods } Pods stay
    }
tile-pods-continue = { $pods ->
        [one] 1 Pod continues
       *[other] { $pods } Pods continue
    }
tile-pods = { $pods ->
        [0] no Pods yet
        [one] 1 Pod
       *[other] { $pods } Pods
    }
tile-cordoned-by-hand = cordoned manually
tile-cordoned-to-roll-back = rolled back
tile-cordoned-by-upgrade = drain starts
tile-waits-for = waiting for { $node }
tile-pods-starting = { $pods ->
        [one] 1 Pod starting
       *[other] { $pods } Pods starting
    }
tile-pods-not-ready = { $pods ->
        [one] 1 Pod not ready
       *[other] { $pods } Pods not ready
    }
tile-surge-node = surge node
tile-recreated = recreated
tile-added = added for Pods
tile-lives-until = until { $at }
tile-keeps-running = keeps running
tile-used-again = in use again
tile-stays = stays
tile-not-started = not started
pending-for = for { $for }
pending-age = { $for }
pending-grows = { $pool } grows in { $zone }, Ready in { $left }
pending-no-growth = no pool grows: { $reasons }
pending-expendable = no pool grows: its priority is below −10
scheduling-failed = 0/{ $nodes } nodes: { $reasons }
scheduling-no-nodes = there are no nodes
filter = { $nodes } { $reason }
outside-vms = { $spare ->
        [0] no VM beyond those at the start
       *[other] { $extra } of { $spare } VMs beyond those at the start in use
    }

## The moments of a run
moment-forced = { $n ->
        [one] and { $name }
       *[other] and { $n } other Pods
    } are forced out
moment-lowest = { $ready } of { $of } Pods ready, the fewest of the run

## The caption: what happens now

caption-control-plane = Control plane replica { $replica } of { $of } is being upgraded to { $version } until { $at }; workloads and the API keep running.
caption-control-plane-down = The control plane is being upgraded to { $version } until { $at }: nothing can be scheduled, evicted, or replaced, but Pods keep running.
caption-nodes = { $parts }.
caption-idle = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, no upgrade under way{ $waiting ->
        [0] { "" }
        [one] ; 1 Pod waits for a node
       *[other] ; { $waiting } Pods wait for a node
    }.
caption-held = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }{ $held ->
        [0] { "" }
       *[other] , { $held } little used but kept
    }{ $unneeded ->
        [0] { "" }
       *[other] , { $unneeded } unneeded
    }{ $waiting ->
        [0] { "" }
        [one] ; 1 Pod waits for a node
       *[other] ; { $waiting } Pods wait for a node
    }.
caption-queued = The upgrade of { $pool } is due but can't start yet.
caption-waiting = { $pool } has been waiting for resources since { $at }: no capacity for a surge node.
caption-paused = The upgrade of { $pool } has been paused since { $at } and resumes in the next window.
caption-cancelled = The upgrade of { $pool } was canceled at { $at }; resume or roll back.
ui-caption-stepped = { $usual } { $name }: { $what }{ $more ->
        [0] {""}
       *[other] , and { $more } more
    }
caption-succeeded = The upgrade of { $pool } succeeded at { $at }.
caption-rolled-back = { $pool } was rolled back by { $at }.
caption-failed = { $pool }: the quota check failed at { $at }; nothing was created.
caption-side-paused = The upgrade of { $pool } has been paused since { $since } ({ $phase }): evictions and timers are stopped. Resume or roll back.
caption-green-boots = The green pool of { $pool } is being created: { $ready } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } Ready, { $booting } booting. No Pod is evicted before all are Ready.
caption-green-waits = The green pool of { $pool } is waiting for capacity: { $ready } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } Ready. No Pod is evicted before all are Ready.
caption-blue-cordoned = { $nodes ->
        [one] The blue node is cordoned
       *[other] All { $nodes } blue nodes are cordoned at once
    }: Pods there keep running, new Pods go to green nodes.
caption-names = { $nodes ->
        [one] { $names }
        [2] { $names }
        [3] { $names }
        [4] { $names }
       *[other] { $nodes } nodes
    }
caption-batch-drains = Draining batch { $batch } of { $of } ({ $names }){ $left ->
        [unknown] { "" }
        [0] : no Pods left
        [one] : 1 Pod left
       *[other] : { $left } Pods left
    }. { $safe }
caption-batch-held = Draining batch { $batch } of { $of }: { $parts }.
caption-blue-waits = { $left ->
        [0] No blue node of { $pool } is left.
        [one] 1 of { $of } blue nodes of { $pool } is left. It is drained from { $until } on, unless the autoscaler removes it first.
       *[other] { $left } of { $of } blue nodes of { $pool } are left. They are drained from { $until } on, unless the autoscaler removes them first.
    }
caption-blue-drains = The wait of { $pool } is over, { $nodes ->
        [one] its blue node is drained
       *[other] its { $nodes } blue nodes are drained, up to 20 at once
    }{ $left ->
        [unknown] { "" }
        [0] : no Pods left
        [one] : 1 Pod left
       *[other] : { $left } Pods left
    }. A budget delays an eviction by an hour at most, and no Pod has more than 24 h to end.
caption-blue-held = The wait of { $pool } is over: { $parts }.
caption-wait-paused = The upgrade of { $pool } has been paused since { $since } ({ $phase }): the wait and evictions of the upgrade are stopped, the autoscaler goes on. It can be resumed, not rolled back.
caption-blue-emptied = The blue pool of { $pool } is being deleted: { $left ->
        [one] 1 node
       *[other] { $left } nodes
    } left, drained before.
caption-batch-soaks = Batch { $batch } of { $of } is soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    } ({ $names }): { $left ->
        [unknown] cordoned
        [0] cordoned and empty
        [one] cordoned, 1 Pod stays
       *[other] cordoned, { $left } Pods stay
    }{ $pods ->
        [0] { "" }
       *[other] { $rest ->
            [0] { "" }
            [one] . The next batch runs { $pods ->
                [one] 1 Pod
               *[other] { $pods } Pods
            }
           *[other] . The { $rest } remaining batches run { $pods ->
                [one] 1 Pod
               *[other] { $pods } Pods
            }
        }
    }. { $safe }
caption-safe = The blue pool is kept, so a full rollback is still possible.
caption-safe-until = The blue pool is kept until { $at }; until then, a full rollback is possible.
caption-pool-soaks = The pool is soaking{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }, then the blue pool is deleted{ $left ->
        [0] { "" }
        [one] , including the 1 Pod still there
       *[other] , including the { $left } Pods still there
    }. Until then it can be rolled back.
caption-blue-goes = The blue pool is being deleted: { $left ->
        [one] 1 node
       *[other] { $left } nodes
    } left{ $pods ->
        [0] { "" }
        [one] . 1 Pod is deleted without checking its PDB
       *[other] . { $pods } Pods are deleted without checking their PDBs
    }. It can't be rolled back anymore.
caption-green-goes = Rolling back { $pool }: the blue pool is in use again, { $left ->
        [one] 1 green node
       *[other] { $left } green nodes
    } left.
caption-green-held = Rolling back { $pool }, { $left ->
        [one] 1 green node
       *[other] { $left } green nodes
    } left: { $parts }.
caption-zone = { $zone }: { $parts }.
caption-zone-of = { $pool } in { $zone }: { $parts }.
caption-cancelling = { $zone }, canceled, nodes already in progress finish: { $parts }.
caption-rolling-back = { $zone }, rolling back: { $parts }.
caption-short-lived = no node is drained; nodes leave when they reach maxRunDuration
caption-between = selecting the next nodes
caption-cordoned = { $node } takes no new Pods, its drain starts
caption-forced = { $pods ->
        [one] { $pod } is forced out
       *[other] { $pods } Pods are forced out, { $pod } first
    }
caption-until = nothing to do until { $at }
caption-held-budget = { $budget } blocks the eviction of { $pods ->
        [one] { $pod }
       *[other] { $pods } Pods
    } from { $node }
caption-held-many = { $budget } blocks evictions from { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
caption-held-two = { $pod } can't be evicted from { $node } because { $first } and { $second } both select it
caption-held-forbidden = { $pod } can't be evicted from { $node } because { $budget } has no valid status
caption-draining = { $nodes ->
        [one] { $names } is draining
        [few] { $names } are draining
       *[other] { $nodes } nodes are draining
    }
caption-deleting = { $nodes ->
        [one] { $names } is being deleted
        [few] { $names } are being deleted
       *[other] { $nodes } nodes are being deleted
    }
caption-recreating = { $nodes ->
        [one] { $names } is being recreated
        [few] { $names } are being recreated
       *[other] { $nodes } nodes are being recreated
    }
caption-booting = { $nodes ->
        [one] { $names } is booting
        [few] { $names } are booting
       *[other] { $nodes } nodes are booting
    }

## Why?
why-rule = { $rule }
why-batch-planned = { $title } of { $of } in { $pool }: not drained yet. Nodes: { $names }.
why-batch-draining = { $title } of { $of } in { $pool }: draining for { $for } (since { $since }). Nodes: { $names }.
why-batch-soaking = { $title } of { $of } in { $pool }: drained, soaking for { $for } (since { $since }). Nodes: { $names }.
why-batch-paused = { $title } of { $of } in { $pool }: paused with the upgrade for { $for } (since { $since }). Nodes: { $names }.
why-batch-done = { $title } of { $of } in { $pool }: drained for { $for } (since { $since }). Nodes: { $names }.
why-batch-drained-before = { $title } of { $of } in { $pool }: drained before the run began. Nodes: { $names }.
why-batch-left = { $title } of { $of } in { $pool }: no longer drained (since { $since }). Nodes: { $names }.
why-zone-working = The upgrade of { $pool } has been active in { $zone } for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } done, { $left } to go; { $used } of { $slots ->
        [one] 1 upgrade slot
       *[other] { $slots } upgrade slots
    } in use.
why-zone-short-lived = The upgrade of { $pool } has been running in { $zone } for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded. No node is drained: nodes leave when they reach maxRunDuration, and new nodes get the new configuration.
why-zone-short-lived-back = The upgrade of { $pool } has been rolling back in { $zone } for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded. No node is drained: nodes leave when they reach maxRunDuration, and new nodes get the old configuration.
why-zone-short-lived-cancelled = The upgrade of { $pool } in { $zone } was canceled { $for } ago (at { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded. Nodes keep running until they reach maxRunDuration.
until-drain-starts = { $at }, when its drain starts.
until-rolled-back-from = { $at }, when its rollback starts.
until-blue-deleted = { $at }, when the blue pool is deleted.
until-batch-drained = { $at }, when the batch is drained.
until-max-run-duration-of = { $at }, when { $node } reaches maxRunDuration.
until-no-max-run-duration = No node of the zone reaches maxRunDuration in the rest of this run.
input-pool = pool
input-done = nodes done
input-left = nodes left
input-batch = batch
input-batches = batches
input-batch-soak = batchSoakDuration
input-life = maxRunDuration
input-pods-left = Pods left on it
limit-min-available = minAvailable { $value }
limit-max-unavailable = maxUnavailable { $value }

effect = { $parts }
effect-same = end time unchanged
effect-still = the upgrade { $outcome }
effect-sooner = { $by } sooner
effect-later = { $by } later
ends-failed = { $form ->
        [still] still fails
        [instead] failing
       *[other] fails
    }
ends-stuck = { $form ->
        [still] is still stuck
        [instead] getting stuck
       *[other] gets stuck
    }
ends-limit = { $form ->
        [still] still exceeds
        [instead] exceeding
       *[other] exceeds
    } the simulated time (“until” in the scenario)
ends-paused = { $form ->
        [still] is still paused at the end
        [instead] being paused at the end
       *[other] is paused at the end
    }
ends-cancelled = { $form ->
        [still] is still canceled
        [instead] being canceled
       *[other] is canceled
    }
ends-rolled-back = { $form ->
        [still] is still rolled back
        [instead] being rolled back
       *[other] is rolled back
    }
ends-succeeded = { $form ->
        [still] still succeeds
        [instead] succeeding
       *[other] succeeds
    }
ends-idle = { $form ->
        [still] still isn't requested
        [instead] not being requested
       *[other] isn't requested
    }
effect-outcome = the upgrade { $to } instead of { $from }
effect-node-gone = { $node } gone at { $at }
effect-node-stays = { $node } stays
value-to-the-end = to the end of the run{ $n ->
        [one] { "" }
       *[other] { " " }for { $n } workloads
    }
effect-none = changes nothing
effect-number = { $name } { $from } → { $to }
effect-difference = { $name } { $more ->
        [0] −
       *[other] +
    }{ $by }
number-forced = forced out
number-violations = PDB violations
number-unevicted = forced out at a drain's limit
number-cut = ended before their grace is over
number-lost = lost
number-lost-of-owners = lost, unless recreated
number-unplaced = Pods without a node
number-jobs = failed Jobs
number-killed = killed at the end of grace
number-gave-up = drains that give up
number-undrained = drains that don't end
number-work = work lost
number-at-risk = work at risk
number-out = without ready Pods
number-cuts = open connections cut, %
number-may-lose = new connections that may be lost, as a full outage
number-connections = new connections lost, as a full outage
number-under-a-second = < 1 s
number-below = below a PDB
number-in-hours = at half in working hours
number-evicted = evictions on a working day
number-ready = { $name } ready
number-of = { $n } of { $of }
number-yes = yes
number-no = no
number-disks = local disks lost
number-preempted = preempted
number-upgraded = nodes upgraded
number-windows = windows
number-drains = drains by kubectl
number-moved-again = Pods moved twice
number-waits = waits
number-pods-wait = Pods wait
number-takes = takes
number-removed = nodes removed
number-node-hours = node-hours
number-hours = { $n }.{ $tenths }
number-pending = Pods waiting at once
number-ends = { $outcome ->
        [stuck] no end
        [limit] too long
        [paused] paused
        [failed] fails
       *[other] –
    }
outcome-succeeded = The upgrade succeeds{ $n ->
        [0] {""}
        [one] : 1 node of { $names }
       *[other] : { $n } nodes of { $pools ->
                [1] { $names }
                [2] { $names }
               *[other] { $pools } pools
            }
    }
outcome-but = Finishes, but { $harm }
outcome-cancelled-but = Canceled, but { $harm }
outcome-rolled-back-but = Rolled back, but { $harm }
outcome-scaled-but = Autoscaled, but { $harm }
outcome-not-scaled-but = Not scaled, but { $harm }
outcome-idle-but = No upgrade, but { $harm }
outcome-waited = { $parts ->
        [0] Waits { $for }, then takes { $took }
       *[other] Takes { $took } in parts, waits { $for }
    }, done { $at }{ $held ->
        [0] {""}
       *[other] {" "}after { $by }
    }
outcome-waited-but = Done { $at } after { $by }: { $harm }
outcome-waited-last = { $upgrades } upgrades take { $took }{ $held ->
        [0] {" "}and wait { $for }, done { $at }
       *[other] , done { $at } after { $by }
    }
harm-out-managed-brief = { $n } add-ons had no ready Pod { $for }
outcome-done = { $of ->
        [0] {""}
       *[other] {" "}with { $done } of { $of } nodes upgraded
    }
reach = { $pools }
reach-new = { $n ->
        [one] { $names } is
        [2] { $names } are
        [3] { $names } are
       *[other] { $n } node pools are
    } upgraded to { $version }
reach-same = { $n ->
        [one] { $names } gets
        [2] { $names } get
        [3] { $names } get
       *[other] { $n } node pools get
    } new nodes with { $version }
reach-part = { $pool } is upgraded to { $version } in { $n } of { $of } nodes
reach-old = { $n ->
        [one] { $names } stays
        [2] { $names } stay
        [3] { $names } stay
       *[other] { $n } node pools stay
    } on { $version }
outcome-cancelled = The upgrade is canceled
outcome-rolled-back = The upgrade is rolled back
outcome-paused = The upgrade is paused{ $done }
outcome-waits = The upgrade waits{ $done }
outcome-undated = Working hours aren't judged: the scenario has no start date
outcome-stuck = The upgrade gets stuck{ $done }
outcome-limit = The simulated time ends{ $done }
outcome-failed = The upgrade fails{ $done }
outcome-idle = No upgrade was requested
outcome-scaled = The autoscaler adds { $added ->
        [0] no node
        [one] 1 node
       *[other] { $added } nodes
    } and removes { $removed ->
        [0] none
       *[other] { $removed }
    }
outcome-not-scaled = The autoscaler neither adds nor removes a node
outcome-drained = { $nodes ->
        [one] The drain of 1 node ends
       *[other] The drains of { $nodes } nodes end
    } after { $took }
outcome-drained-but = { $nodes ->
        [one] 1 drain ends
       *[other] { $nodes } drains end
    }, but { $harm }
outcome-gave-up = { $n } of { $of ->
        [one] 1 drain gives up
       *[other] { $of } drains give up
    } with Pods left on the node
outcome-endless-drain = The drain of { $node } doesn't end{ $by ->
        [budget] : { $budget } refuses its evictions
       *[other] {""}
    }
outcome-refused = No upgrade started, and a command had no effect
harm-forced = { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } forced out, violating a PDB
harm-unevicted = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } forced out at the limit of a drain
harm-cut = { $n ->
        [one] 1 Pod ends
       *[other] { $n } Pods end
    } before the grace period is over
harm-killed = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } killed at the end of the grace period
harm-jobs = { $n ->
        [one] 1 Job fails
       *[other] { $n } Jobs fail
    }
harm-work = { $lost } of work is lost
harm-work-unknown = { $pods ->
        [one] 1 Pod of a Job that doesn't say how long it runs loses up to { $lost } of work
       *[other] { $pods } Pods of Jobs that don't say how long they run lose up to { $lost } of work each
    }
harm-refused = { $n ->
        [one] 1 command has
       *[other] { $n } commands have
    } no effect
harm-drains = { $n ->
        [one] 1 drain gives
       *[other] { $n } drains give
    } up with Pods left on the node
lasting = for { $for }
lasting-up-to = for up to { $for }
lasting-since = since { $at }
outcome-held = { $plane ->
        [0] { $n ->
            [one] { $names } waits
           *[other] { $names } wait
        }
       *[other] the control plane waits
    } { $for }{ $whole ->
        [0] , { $part } of it
       *[other] {""}
    } for the exclusion “{ $by }”
harm-cuts = up to { $percent } % of the open connections of { $service } are cut at once{ $times ->
        [one] {""}
       *[other] , { $times } times in all
    }{ $others ->
        [0] {""}
        [one] {" "}and some of 1 other Service
       *[other] {" "}and some of { $others } other Services
    }
harm-cuts-brief = { $service } has { $percent } % of its open connections cut
harm-connections = { $service } loses up to { $percent } % of its new connections { $for }{ $times ->
        [one] {""}
       *[other] {" "}in all, { $times } times
    }{ $varies ->
        [0] {""}
       *[other] {" "}({ $least } to { $worst } %, for up to { $longest }, depending on the subset of nodes)
    }{ $others ->
        [0] {""}
        [one] {" "}and 1 other Service loses some
       *[other] {" "}and { $others } other Services lose some
    }
harm-may-lose = { $service } may lose up to { $worst } % of its new connections { $for }{ $times ->
        [one] {""}
       *[other] {" "}in all, { $times } times
    }, depending on the subset of nodes{ $others ->
        [0] {""}
        [one] {" "}and 1 other Service loses some
       *[other] {" "}and { $others } other Services lose some
    }
harm-may-lose-brief = { $service } may lose { $worst } % of new connections { $for }
harm-connections-brief = { $service } loses { $percent } % of new connections { $for }
harm-below-brief = { $n } PDBs were violated { $for }
harm-rollout-brief = a rollout violated { $n } PDBs { $for }
harm-out-brief = { $n } workloads had no ready Pod { $for }
harm-out-few = { $n } workloads had no ready Pod
harm-out-managed-few = { $n } add-ons had no ready Pod
harm-rollout-few = a rollout violated { $n } PDBs
harm-half-brief = { $name } had { $ready } of { $of } Pods ready at worst
harm-hours-brief = { $n ->
        [one] { $name }
       *[other] { $n } workloads
    } had half the Pods or fewer on { $day }
harm-evicted-brief = Pods are evicted on { $day }, { $hours ->
        [yes] in working hours
       *[no] after the weekend
    }
harm-work-unknown-brief = Jobs lose up to { $lost } of work
harm-oscillates-brief = { $pool } loses nodes and gets others, { $times } times
harm-below = { $n ->
        [one] { $names } was violated { $for }
        [2] { $names } were violated { $for }
       *[other] { $n } PDBs were violated { $for }
    }
harm-rollout = { $n ->
        [one] { $names } was
        [2] { $names } were
       *[other] { $n } PDBs were
    } violated by a rollout { $for }
harm-out = { $n ->
        [one] { $names }{ $single ->
                [0] {" "}had no ready Pods
               *[other] , a single replica, was away
            } { $for }
        [2] { $names } had no ready Pods { $for }
       *[other] { $n } workloads had no ready Pods { $for }
    }
harm-out-managed = { $n ->
        [one] { $names } had
        [2] { $names } had
       *[other] { $n } workloads of { $space } had
    } no ready Pods { $for }
harm-half = { $name } had { $ready } of { $of } Pods ready, half or fewer { $for }{ $others ->
        [0] {""}
        [1] , and 1 other workload had fewer than half
       *[other] , and { $others } other workloads had fewer than half
    }
harm-hours = { $n ->
        [one] { $name }
       *[other] { $n } of { $of } workloads
    } had half of the Pods or fewer in working hours, on { $day } from { $at } on
harm-evicted = Pods are evicted { $hours ->
        [yes] in working hours, on { $day } from { $at } on
       *[no] on { $day } from { $at } on, though the window opens on the weekend
    }
on-day = { $day ->
        [0] Monday
        [1] Tuesday
        [2] Wednesday
        [3] Thursday
        [4] Friday
        [5] Saturday
       *[other] Sunday
    }
harm-lost = { $pods ->
        [one] 1 Pod is lost: no controller recreates it
       *[other] { $pods } Pods are lost: no controller recreates them
    }
harm-lost-of-owners = { $pods ->
        [one] 1 Pod is lost unless its owner recreates it
       *[other] { $pods } Pods are lost unless their owners recreate them
    }
harm-unplaced = { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } unscheduled at the end
harm-oscillates = { $pool } loses nodes and gets others soon after, { $times } times, the last time for { $workload }
harm-repeated = { $workload } is preempted { $times } times for { $pod }
shortfall-budget = { $lowest } of { $of } required healthy Pods { $for }{ $times ->
        [1] { "" }
       *[other] { " " }({ $times } times)
    }
shortfall-workload = { $lowest } of { $of ->
        [one] 1 Pod
       *[other] { $of } Pods
    } ready { $for }{ $times ->
        [1] { "" }
       *[other] { " " }({ $times } times)
    }
shortfall-unprotected = { $shortfall }; not selected by any PDB ({ $insight })

advice-speed = Speed: maxSurge + maxUnavailable nodes at once, at most 20 per zone.
advice-disruption = Disruption: every Pod is moved at least once. PodDisruptionBudgets and grace periods are respected for up to an hour per node.
advice-risk = Risk: a canceled upgrade can be rolled back node by node. A finished upgrade can't.
advice-cost = Cost: at most maxSurge additional nodes, in one zone at a time.
advice-ideal-speed = Good if the upgrade should be fast.
advice-ideal-tolerant = Good if applications tolerate gradual changes and shut down within 60 minutes.
advice-ideal-cost = Good if few additional nodes can be created.
advice-more-control = For more control over a running upgrade (phases, soak time, completion, fast rollback), use blue-green.
advice-choose-surge = Cost matters, and shutdown takes less than 60 minutes: surge.
advice-choose-blue-green = Highly available production that needs fast rollback and can temporarily cost more: blue-green.
advice-choose-autoscaled = The longest time before eviction at low cost, without immediate rescheduling or rollback: autoscaled blue-green.
advice-choose-short-lived = Nodes with a limited run time (flex-start or queued): short-lived, which GKE selects automatically.
advice-chooser = Cost matters and Pods shut down within 60 minutes: surge. Highly available production that needs fast rollback and can temporarily cost more: blue-green. The longest time before eviction at low cost: autoscaled blue-green. Nodes with a limited run time: short-lived, selected by GKE.
advice-cancel = Canceling pauses the upgrade: nodes already in progress finish, and nothing is rolled back. You can then resume or roll back.
advice-finished = A finished upgrade can't be rolled back. To go back, upgrade the pool to the old version.
advice-deletion = An eviction respects PodDisruptionBudgets. A deletion doesn't, and forces the Pod out.
advice-recreate = With maxUnavailable, a node's capacity is released until the node is recreated. Where capacity is scarce, use it only with a reservation.
advice-one-by-one = A PodDisruptionBudget with maxUnavailable 1 lets only one of its Pods be evicted at a time, which slows down the whole upgrade.
advice-balanced = Balanced: one additional node, one node at a time. Slower and least disruptive, for most workloads.
advice-0-20 = Fast without additional nodes: 20 nodes down at once. Most disruptive, for large pools of batch workloads.
advice-20-0 = Fast with 20 additional nodes: PodDisruptionBudgets limit how many Pods are evicted at once. For large pools, but not with externalTrafficPolicy Local.
advice-0-1 = Slowest, without additional nodes: one node down at a time. For pools that use a reservation.
advice-peak = An upgrade needs at most { $peak ->
        [one] 1 VM
       *[other] { $peak } VMs
    }: { $nodes } plus { $extra } additional. Make sure that quota and capacity are available.

## Operations
op-state = { $state }
op-state-paused = { $state }, paused
op-state-batch-soaking = { $state }, batch soaking
op-head-soak = { $left } of soak left
op-soak-batch = batch { $batch } of { $of }; batch { $next } from { $at }
op-soak-batch-cut = batch { $batch } of { $of }; planned until { $at }
op-soak-pool-cut = planned until { $at }
op-soak-last-batch = batch { $batch } of { $of }; pool soak from { $at }
op-soak-pool = the blue pool is deleted from { $at }
op-head-wait-left = { $left } of wait left
op-wait = or less: once blue is empty, it is deleted at once; drained from { $at }
op-wait-cut = blue is empty from { $ends } in the run shown; planned until { $at }
op-head-rolling-back = Rolling back
op-head-create = Creating the green pool
op-head-cordon = Cordoning the blue pool
op-head-wait = Waiting before the blue nodes are drained
op-head-drain = Draining batch { $batch } of { $of }
op-head-drain-blue = Draining the blue pool
op-head-soaks = Pool soaking
op-head-delete = Deleting the blue pool
op-head-short-lived = Waiting for old nodes to end
op-head-surge = { $done } of { $of } nodes upgraded
op-head-since = since { $at }
op-head-until = until { $at } in the run shown
op-cancel-surge-last = The last nodes finish anyway, and then the upgrade has succeeded: there is nothing left to pause.
op-cancel-surge = { $n ->
        [0] Pauses here. No further node is started, nothing is rolled back.
        [one] Pauses when the 1 node in progress is finished. Nothing is rolled back.
       *[other] Pauses when the { $n } nodes in progress are finished. Nothing is rolled back.
    }
op-cancel-short-lived = Pauses here. Nothing is rolled back.
op-cancel-create = Pauses here. The blue pool stays in use, nothing is rolled back.
op-cancel-drain = Pauses here. Evictions stop, the blue pool stays cordoned, nothing is rolled back.
op-cancel-blue-green = Pauses here. The blue pool stays cordoned, nothing is rolled back.
op-cancel-soak = Pauses here, with { $left } of soak left. The blue pool stays cordoned, nothing is rolled back.
op-cancel-wait = Pauses here, with { $left } of wait left. The autoscaler goes on removing blue nodes, nothing is rolled back.
op-resume-in = Continues in { $phase }.
op-resume-batch = Starts batch { $batch } immediately and skips the remaining { $left } of soak.
op-resume-last-batch = Starts the pool soak immediately and skips the remaining { $left } of the last batch's soak.
op-resume-soak = Continues the soak for the remaining { $left }.
op-resume-wait = Continues the wait for the remaining { $left }.
op-rollback-blue-green = { $first }The blue pool is used again. Pods on { $green ->
        [one] 1 green node
       *[other] { $green } green nodes
    } are deleted regardless of PDBs.
op-rollback-blue-green-respecting = Also rolls back, but evicts Pods on green nodes as PDBs allow, for at most an hour.
op-rollback-create = { $first }The green pool is deleted. The blue pool was never cordoned.
op-rollback-surge = { $first }{ $n ->
        [0] No node was started: nothing to roll back.
        [one] 1 node that was upgraded or started gets the old version again. Its Pods are deleted regardless of PDBs.
       *[other] { $n } nodes that were upgraded or started get the old version again. Their Pods are deleted regardless of PDBs.
    }
op-rollback-surge-respecting = Also rolls back, but evicts Pods as PDBs allow, for at most an hour per node.
op-rollback-short-lived = { $first }New nodes get the old version again.
op-no-resume-batch = Nothing is paused. After a Cancel now, resuming would start batch { $batch } immediately and skip these { $left }.
op-no-resume-last-batch = Nothing is paused. After a Cancel now, resuming would start the pool soak immediately and skip these { $left }.
op-no-complete = Only in NODE_POOL_SOAKING, which this run doesn't reach from here.
op-no-complete-yet = Only in NODE_POOL_SOAKING, from { $at }.
op-no-complete-delete = The soak is over and the blue pool is being deleted.
op-no-complete-paused = Paused: resume first, then complete.
op-no-complete-autoscaled = Autoscaled blue-green has no soak to complete.
op-no-rollback-autoscaled = Autoscaled blue-green is never rolled back: resume it, or upgrade to the former version.
ui-op-left = What stays on blue, and until when
ui-op-left-more = and { $n } more
effect-end = ends after { $from } → { $to }
effect-ends = ends after { $to }
effect-stops = stops { $to } after it starts
effect-pool = { $pool }: { $own }; all pools: { $all }
effect-pool-alone = { $pool }: { $own }
key-branch = Operations: branch here
ui-tab-operations = Operations
ui-also-branch = what if, at the playhead: cancel, resume, roll back, complete, stockout, quota, preempt
runbook-back-blue-green = { $pool } keeps its blue nodes until the soak of the pool has ended. Until then this goes back to them; after it, going back is an upgrade to the former version.
runbook-back-autoscaled = { $pool } has no rollback: a canceled upgrade can be resumed, and going back is an upgrade to the former version.
runbook-back-surge = This returns the nodes of { $pool } that were upgraded to their former version. A finished upgrade can't be rolled back: upgrade to the former version instead.
export-short-lived = GKE selects SHORT_LIVED. There is no flag for it.

## Page
ui-undo = Undo: { $what }
ui-redo = Redo: { $what }
ui-nothing-to-undo = Nothing to undo
ui-nothing-to-redo = Nothing to redo
did-change = { $name } { $before } → { $after }
did-set = { $name } { $after }
did-unset = { $name } { $before } removed
did-add = added one to { $name }
did-remove = removed one from { $name }
did-new = { $name } added
did-gone = { $name } removed
did-build = a cluster to begin with
did-text = text
did-several = { $n ->
    [one] { $n } change
   *[other] { $n } changes
}
did-preset = preset “{ $title }”
did-open = another scenario
did-link = the link
did-start-over = start over
did-former = back to a former state
did-variants = comparison variants
did-take-back = undid “{ $what }”
did-take-back-all = undid all changes
ui-changes = Changes since the scenario was opened
ui-changes-n = { $n ->
        [one] 1 change
       *[other] { $n } changes
    }
ui-restored = Restored from your last visit.
ui-start-over = Start over
ui-not-kept = This scenario is too large for the browser's storage. Save it as a file (Share, Data) before you leave.
ui-no-moment = This run has { $n } moments. The address names a later one, so the last one is shown.
ui-no-former = A state before your changes isn't part of an address, so it isn't compared.
ui-other-tab = Another tab saved its scenario: the next visit begins with that one. This tab keeps its own. To keep both, save this one as a file (Share, Data).
ui-no-language = Nodetide couldn't be loaded in this language: { $language }. It is in English instead. To try again, reload the page.
ui-not-restored = The scenario from your last visit couldn't be opened.
ui-save-scenario = Save the scenario
ui-open-again = Try again
ui-bad-link = The link couldn't be opened.
ui-tab-title = { $name }: { $verdict } · { $page }
ui-tab-name = { $name } · { $page }
ui-no-preset = There is no preset “{ $name }”.
ui-share-form-scenario = Scenario (JSON)
ui-share-form-gcloud = gcloud commands
ui-share-form-runbook = Runbook (Markdown)
ui-share-form-terraform = Terraform
ui-share-form-budgets = PDBs (YAML)

ui-close = Close

ui-import-title = Import a cluster
ui-import-a-folder = The folder
ui-import-unreadable = The browser couldn't read it: it's a folder, was moved or changed, or you don't have permission.
ui-import-empty-folder = The folder contains no JSON, YAML, or Terraform files.
ui-used-pools = { $n ->
        [one] 1 pool
       *[other] { $n } pools
    }
ui-and-more = and { $n } more

ui-computing = Simulating …
ui-not-yet = Can't be simulated yet: { $why }

ui-section-pools = Cluster & pools
ui-brief = { $strategy }, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-section-pools-note = { $pools ->
        [one] 1 pool
       *[other] { $pools } pools
    }, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-section-workloads = Workloads & PDBs
ui-section-workloads-note = { $workloads ->
        [one] 1 workload
       *[other] { $workloads } workloads
    }, { $budgets ->
        [one] 1 PDB
       *[other] { $budgets } PDBs
    }
ui-section-actions = Plan & actions
ui-all-actions = All actions
ui-sizes = Sizes of the regions
ui-size-setup = Width of the setup
ui-size-inspector = Width of the answers
ui-size-timeline = Height of the timeline
ui-size-keys = Drag, or use the arrow keys; double-click or Enter restores the size
ui-removed-with = { $name } is removed, with { $with }.
ui-removed-actions = { $n ->
        [one] 1 action about it
       *[other] { $n } actions about it
    }
ui-removed-budgets = { $n ->
        [one] its PDB
       *[other] its { $n } PDBs
    }
ui-removed-selectors = { $n ->
        [one] the node selector of 1 workload
       *[other] the node selectors of { $n } workloads
    }
ui-undo-it = Undo
ui-part-warned = Has findings: open it to see them
ui-section-actions-note = { $n ->
        [one] 1 action
       *[other] { $n } actions
    }
ui-section-assumptions = Assumptions
ui-section-assumptions-note = seed { $seed }
ui-strategy = Strategy
ui-fixed-autopilot = Autopilot clusters always use surge upgrades. The strategy can't be changed.
ui-fixed-multi-host = A multi-host TPU slice: all of it is upgraded at once, regardless of settings.
ui-fixed-managed = Autopilot manages this pool: it uses surge upgrades, and its settings can't be changed.
ui-fixed-flex-start = Flex-start VMs always use short-lived upgrades: nodes are not drained and leave when they reach maxRunDuration. There is nothing to set.
ui-fixed-short-lived = GKE selects short-lived upgrades automatically: nodes are not drained and leave when they reach maxRunDuration. There is nothing to set.
ui-batch-size-field = Batch size
ui-batch-unit = Batch size as
ui-batch-in-nodes = nodes
ui-batch-in-parts = fraction of the pool
ui-batch-soak-field = Batch soak
    .means = Pause after each batch, to see whether the Pods are well on green nodes.
ui-pool-soak-field = Pool soak
    .means = How long the blue pool stays after the last batch, so that the upgrade can be rolled back.
ui-rollout = Rollout
ui-rollout-standard = standard
ui-rollout-autoscaled = autoscaled
ui-wait-for-drain = Wait for drain
    .means = How long the autoscaler may empty the blue pool before what is left on it is drained, 0 to 7 days.
ui-need-version = Set the control plane to { $version }
ui-need-autoscaling = Switch autoscaling on, 0 to { $most } nodes
ui-need-room = Set { $field } to { $most }
ui-need-profile = With the profile optimize-utilization the autoscaler empties blue sooner.
ui-need-profile-set = Use OPTIMIZE_UTILIZATION
ui-abg = Autoscaled blue-green, Preview
ui-abg-green-name = Green
ui-abg-green = from 0 nodes, up to the maximum, beside { $blue ->
        [one] 1 blue node
       *[other] { $blue } blue nodes
    }
ui-abg-wait-name = Wait
ui-abg-wait = safe-to-evict "false" keeps Pods; over at once when blue is empty
ui-abg-minimum-name = Minimum
ui-abg-minimum = { $least }, not kept on blue
ui-abg-drain-name = Drain
ui-abg-drain = 20 nodes at once, budgets for 1 h, grace up to 24 h
ui-abg-soak-name = Soak
ui-abg-soak = none, and no rollback
ui-comes = Blue-green, standard policy
ui-comes-batches-name = Batches
ui-comes-no-batches = none: size 0 skips the drain
ui-comes-batches = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }
ui-comes-batches-part = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }, as { $nodes } × { $part } = { $size }
ui-comes-batches-rounded = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }, as { $nodes } × { $part } rounds down
ui-comes-batches-least = { $batches } × { $size }, as { $nodes } × { $part } rounds down, but to at least 1
ui-comes-soak-name = Soak
ui-comes-soak = { $pool } + { $batches } × { $soak } = { $all }
ui-comes-peak-name = Nodes
ui-comes-peak = { $peak } at the peak{ $room ->
        [none] { "" }
       *[other] , room for { $room }
    }
ui-comes-cut-name = Limit
ui-comes-cut = after { $soak } the blue pool is deleted{ $nodes ->
        [0] , the rest of the soak is cut off
        [one] , 1 node undrained
       *[other] , { $nodes } nodes undrained
    }
ui-documented-settings = Documented settings
ui-about-surge = About surge upgrades
ui-trade-offs = Trade-offs
ui-surge-is-for = Good for
ui-during-a-run = During the upgrade
ui-max-surge = Max surge
    .means = Nodes that GKE adds in a zone during the upgrade. More of them make it faster and need more quota.
ui-max-unavailable = Max unavailable
    .means = Nodes of a zone that may be missing during the upgrade. They are emptied before their successors exist.
ui-nodes-per-zone = Nodes per zone
    .means = Nodes of the pool in each of its zones at the start.
ui-machine-type = Machine type
    .means = Type of its VMs, which decides the CPU and memory that Pods can request.
ui-target-version = Target version
    .means = Version of the nodes after the upgrade. If empty, that of the control plane.
ui-pdb-timeout = PDB timeout
    .means = How long a drain waits for PodDisruptionBudgets before it ends Pods without asking them.
ui-drain-grace = Maximum grace period
    .means = The longest grace period that a drain gives a Pod.
ui-no-upgrade = No upgrade of this pool
ui-upgrade-resumes = An upgrade of this pool is under way. An entry under Actions resumes it.
ui-upgrade-now = Upgrade at 0 s
ui-derived = During the run, the whole cluster has { $low }{ $high ->
        [0] { "" }
       *[other] {" "}to { $high }
    } registered nodes. In a zone of this pool, { $slots ->
        [one] nodes are upgraded one at a time
       *[other] { $slots } nodes are upgraded at once
    }.
ui-less = { $name }: decrease
ui-more = { $name }: increase
ui-machine-size = { $cpu } vCPU, { $memory } GiB
ui-number-range = 0 to { $most }
ui-name = Name
ui-copy-part = Copy: { $what }
ui-add-pool = Pool
ui-add-workload = Workload
ui-add-budget = Budget
ui-no-pool = No node pools yet.
ui-no-workload = No workloads yet.
ui-add-service = Service
ui-no-service = No Services: whether clients notice isn't shown.
ui-no-budget = No PodDisruptionBudgets: drains end Pods without asking.
ui-pool-about = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, { $zones ->
        [one] 1 zone
       *[other] { $zones } zones
    }
ui-cluster = Cluster
ui-location = Location
    .means = Region or zone of the control plane. The zones of pools lie in it.
ui-master-version = Control plane version
    .means = Nodes are upgraded to it. They may be two minor versions older at most.
ui-node-version = Node version
    .means = Version of its nodes before the upgrade; in one under way, the new one.
ui-zones = Zones
    .means = Each zone has as many nodes. GKE upgrades one zone after the other.
ui-autoscaling = Autoscaling
    .means = The cluster autoscaler adds nodes for Pods that fit nowhere, and removes nodes whose Pods fit elsewhere.
ui-limits = Limits
ui-limits-per-zone = in each zone
ui-limits-in-total = in all zones together
ui-consolidation-delay = Consolidation delay
    .means = How long a node must be unneeded before the autoscaler removes it. Without it the cluster's profile decides: 10 minutes, or 1 minute with OPTIMIZE_UTILIZATION.
ui-mig-autoscaling = Compute Engine autoscaling
    .means = Compute Engine's own autoscaler is on for its instance groups. GKE advises against it; a run leaves the pool's size as it is.
ui-pods-unknown = Pods unknown
    .means = Nothing is known of the Pods on its nodes, so the autoscaler removes none of them. Imported files that name no Pod of a pool set it.
ui-min-nodes = Minimum per zone
    .means = The fewest nodes that the autoscaler leaves in a zone.
ui-max-nodes = Maximum per zone
    .means = The autoscaler adds no node beyond it.
ui-total-min-nodes = Minimum in total
    .means = The fewest nodes that the autoscaler leaves in all zones.
ui-total-max-nodes = Maximum in total
    .means = The autoscaler adds no node beyond it, in whatever zone.
ui-location-policy = Where nodes come
    .means = BALANCED spreads new nodes over the zones, ANY takes zones that have machines.
ui-spot = Spot VMs
    .means = Cheaper VMs that Compute Engine may take away at any time.
ui-node-labels = Node labels
    .means = key=value, separated by commas, for selectors of Pods.
ui-node-taints = Node taints
    .means = key=value:NoSchedule, separated by commas. Only Pods that tolerate them may run there.
ui-auto-upgrade = Automatic upgrades
    .means = GKE upgrades the nodes by itself, in the maintenance window.
ui-namespace = Namespace
    .means = Budgets and Services select Pods of their own namespace.
ui-labels = Labels of its Pods
    .means = key=value, separated by commas. If empty, app= and the name.
ui-tolerations = Tolerations
    .means = Taints of nodes on which its Pods may run: key=value:NoSchedule, separated by commas.
ui-replicas = Replicas
    .means = Pods that its controller keeps running.
ui-ready-after = Ready after
    .means = From the start of its containers until a Pod is ready.
ui-start-after = Starts within
    .means = From the choice of a node until the containers of a Pod run, without the image.
ui-work = Works for
    .means = How long a Pod works until it is done. If empty, forever.
ui-checkpoint = Saves its work every
    .means = Work that is saved isn't lost when a Pod is moved. If empty, all of it is lost.
ui-grace = Grace period, seconds
    .means = Time that a Pod gets to end after it is asked to.
ui-node-create = Boot a node
ui-node-delete = Delete a VM
ui-cordon-time = Cordon to drain
ui-control-plane-time = Control plane, one replica
ui-pod-start = Start a Pod
ui-image-pull = Pull an image
ui-ready = Become ready
ui-shutdown = Shut down
ui-backend-sync = Change backends
    .means = How long GKE's controllers take from a change of a node to the backends of load balancers.
ui-local-drain = Backend that GKE drains
    .means = With Local and NEGs: it leaves when its drain begins, or stays while a Pod on it isn't terminating (an option of the controller).
ui-seed = Seed
    .means = Chooses the order of nodes and the times within their ranges. The same seed gives the same run.
ui-service-policy = Traffic policy
    .means = Cluster: all nodes are backends and pass on to any Pod. Local: only nodes with a Pod of the Service, which keep the client's address.
ui-service-check = Health check port
    .means = With Local, kube-proxy answers on this port whether a ready Pod is on the node; empty: assigned at creation.
ui-service-draining = Connection draining
    .means = Seconds that open TCP connections have when a node leaves the backends, as set on the backend service itself. Empty or 0: GKE's 30 s.
ui-service-affinity = Session affinity
ui-service-class = Class
    .means = loadBalancerClass: it asks for one kind, whatever the annotations say.
ui-service-external = external, backend service
ui-service-target-pool = external, target pool
ui-service-internal = internal
ui-service-none = none
ui-node-order = Order of nodes
ui-remove = Remove: { $what }

ui-stage = Stage
ui-grid = Zones and nodes
ui-grid-zone = { $name }: { $words }
ui-grid-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-grid-node = { $name }: { $state }. { $line }. { $version }, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
ui-grid-pods = Pods of { $node }
ui-grid-pod = { $name }: { $state }
ui-legend = Legend
ui-sight = View
ui-sight-in = Zoom in
ui-sight-out = Zoom out
ui-sight-all = Show the whole stage
ui-cross-part = { $label }, for { $for }
ui-cross-open = window open
ui-cross-closed = window closed
ui-cross-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }: { $states }
ui-range-nodes = { $came ->
        [one] 1 node came
       *[other] { $came } nodes came
    }, { $went } went
ui-range-evictions = { $n ->
        [one] 1 eviction
       *[other] { $n } evictions
    }
ui-range-refusals = { $n ->
        [one] 1 refusal
       *[other] { $n } refusals
    }
ui-range-refusals-hint = Refused evictions; retries with the same answer aren't counted
ui-range-forced = { $n } forced out
ui-tables = Tables of nodes and Pods
ui-look-blocked = blocked: an eviction is refused
    .short = blocked
ui-look-draining = draining
    .short = draining
ui-look-cordoned = cordoned, no new Pods
    .short = cordoned
ui-look-starting = starting
    .short = starting
ui-look-recreating = being recreated
    .short = recreating
ui-look-deleting = being deleted
    .short = deleting
ui-look-ready-new = ready, upgraded
    .short = new
ui-look-ready-old = ready, not upgraded
    .short = old
ui-look-not-ready = not ready
    .short = not ready
ui-shape-circle = Deployment and similar
ui-shape-square = StatefulSet
ui-shape-diamond = Job
ui-shape-triangle = DaemonSet
ui-shape-ring = Pod without a controller
ui-life-ready = ready
ui-life-not-ready = running, not ready
ui-life-starting = starting
ui-life-terminating = terminating
ui-life-pending = pending
ui-life-held = { $state }, eviction refused
ui-life-refused = eviction refused
ui-life-left = evicted from here
ui-life-forced = forced out just now
ui-legend-used = CPU and memory requested; the tick is at 50 %
ui-legend-held = the node stays for this reason
ui-legend-moment = moment of the run
ui-legend-operation = command, or change from outside
ui-legend-phase = phase of an upgrade
ui-legend-created = node created
ui-legend-forced = Pod forced out
ui-legend-break = quiet time left out
ui-legend-window = maintenance window
ui-legend-exclusion = maintenance exclusion
ui-legend-former = the run before a change
ui-pending = Pending
ui-nothing-pending = Every Pod has a node
ui-outside = Outside

ui-inspector = Inspector
ui-tab-why = Why?
ui-tab-findings = Findings
ui-tab-story = Story
ui-rule-source = Source: { $title }.
ui-rule-reading = Our interpretation: the documentation doesn't say.
ui-story-start = The run begins
ui-log-filter = Filter: name, blocked
ui-log-filter-name = Filter the stage and the story
ui-log-passing = { $sofar } of { $events ->
        [one] 1 event
       *[other] { $events } events
    } so far and { $nodes } of { $of } nodes match
ui-states = Nodes by state
ui-states-hint = A replacement node takes the cell of the node it replaces. Additional nodes are at the end.
ui-states-now = Nodes registered
ui-states-peak = Peak
ui-states-sides = Blue and green nodes have their own cells. In other pools, a replacement node takes the cell of the node it replaces.
ui-states-done = Upgraded, old node gone
ui-log-empty = Nothing has happened yet.
ui-log-none = Nothing matches the filter.
ui-checks = Checks
ui-no-findings = Nothing is wrong with the scenario itself.
# Below the numbers of the forecast and of nodetide fit.
runs-of-range = { $drawn ->
        [yes] p10 – p50 – p90 of { $runs } seeds.
       *[no] Fast – median – slow nodes and Pods, { $seeds ->
            [one] 1 seed
           *[other] { $seeds } seeds
        } each: times that the scenario leaves open are half, once, and twice the assumed ones.
    }
ui-forecast-shown = The run shown has seed { $seed }; { $sooner ->
        [0] none of the { $runs } runs ends sooner.
        [one] 1 of the { $runs } runs ends sooner.
       *[other] { $sooner } of the { $runs } runs end sooner.
    }
ui-shortfalls = What goes wrong
ui-shortfalls-forced = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } forced out in violation of a PDB, the first
ui-shortfalls-lost = { $n ->
        [one] 1 Pod that no controller recreates is
       *[other] { $n } Pods that no controller recreates are
    } lost
ui-shortfalls-lost-of-owners = { $n ->
        [one] 1 Pod is lost unless its owner creates another
       *[other] { $n } Pods are lost unless their owners create others
    }
ui-shortfalls-unplaced = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } unscheduled at the end
ui-at = at
ui-from = from

ui-timeline = Timeline
ui-lanes = Timeline lanes
ui-playhead = Playhead
ui-slider-value = { $at }, { $state }
ui-true-scale = True scale
ui-quiet = { $for } quiet
ui-lane-utc = UTC
ui-lane-openings = Calendar
ui-lane-batches = { $pools ->
        [one] Batches
       *[other] Batches { $pool }
    }
ui-lane-autoscaler = { $pools ->
        [one] Autoscaler
       *[other] Autoscaler { $pool }
    }
ui-scaling-grows = { $zone } { $from } → { $to }
ui-scaling-removes = { $zone } −{ $nodes }
ui-scaling-fails = { $zone }: { $missing ->
        [one] 1 node doesn't come
       *[other] { $missing } nodes don't come
    }, { $why }; backoff
ui-scaling-backoff = { $zone } backoff
ui-scaling-cools-down = cool-down: { $nodes ->
        [one] 1 node waits
       *[other] { $nodes } nodes wait
    }
ui-scaling-cool-down = cool-down
ui-scaling-held-by = { $nodes } held: { $why }
ui-scaling-held = { $nodes } held
ui-lane-blue = { $pools ->
        [one] B Blue pool
       *[other] B Blue { $pool }
    }
ui-lane-green = { $pools ->
        [one] G Green pool
       *[other] G Green { $pool }
    }
ui-lane-blue-then-green = { $pools ->
        [one] B, then G
       *[other] B, then G { $pool }
    }
ui-lane-green-then-blue = { $pools ->
        [one] G, then B
       *[other] G, then B { $pool }
    }
ui-note-side = { $all ->
        [0] no nodes
       *[other] { $cordoned ->
            [0] { $ready } of { $all } ready
           *[other] { $cordoned } of { $all } cordoned
        }
    }
ui-batch-drain = batch { $batch } draining
ui-batch-soak = soak { $lasts }
ui-batch-pool-soak = pool soak { $lasts }
ui-batch-paused = paused
ui-phase-paused = paused: { $phase }
ui-lane-control-plane = Control plane
ui-replica = replica { $replica } of { $of }
ui-lane-phase = Phase { $pool }
ui-lane-nodes = Nodes
ui-lane-nodes-of = { $pool } nodes
ui-lane-pending = Pending Pods
ui-lane-lost = { $name } lost, %
ui-lane-lost-note = new connections
ui-lane-cut = { $name } cut, %
ui-lane-cut-note = open connections
ui-note-cut = { $now } % now, { $most } % at most
ui-note-lost = { $now } % now, { $most } % at most
ui-note-lost-drawn = { $now } % now, up to { $worst } % by subset
ui-lane-cpu = CPU requested
ui-lane-memory = Memory requested
ui-lane-ready = { $name } ready
ui-lane-breach = below the PDB's minimum
ui-lane-events = Events
ui-note-nodes = { $now } now, { $low } to { $high }
ui-note-cores = { $used } of { $has } cores
ui-note-gib = { $used } of { $has } GiB
ui-note-limits = { $now } now, min { $min }, max { $max }
ui-limit-min = min { $nodes }
ui-limit-max = max { $nodes }
ui-note-pending = { $now } now, longest { $longest }
ui-note-ready = { $ready } of { $of }
ui-note-floor = { $ready } of { $of }, minimum { $floor }
ui-hint-band = { $n } { $state }
ui-bin-created = { $n } created
ui-bin-cordoned = { $n } cordoned
ui-bin-evicted = { $n } evicted
ui-bin-blocked = { $n } blocked
ui-bin-forced = { $n } forced out
ui-bin-deleted = { $n } deleted
ui-bin-phase = { $n ->
        [one] 1 phase
       *[other] { $n } phases
    }
ui-bin-scaled = { $n ->
        [one] 1 scaling decision
       *[other] { $n } scaling decisions
    }
ui-bin-operation = { $n ->
        [one] 1 operation
       *[other] { $n } operations
    }
ui-note-zone = { $new } of { $all } upgraded
ui-run-idle = idle
ui-run-queued = waiting for its turn or window
ui-run-running = upgrading
ui-run-waiting = waiting for resources
ui-run-paused = paused by its window
ui-run-cancelling = canceling
ui-run-cancelled = canceled
ui-run-rolling-back = rolling back
ui-run-succeeded = done
ui-run-rolled-back = rolled back
ui-run-failed = failed

ui-transport = Transport
ui-play = Play
ui-pause = Pause
ui-speed = Speed
ui-speed-auto = Auto, 45 s
ui-speed-seconds = { $n } s per second
ui-speed-minutes = { $n } min per second
ui-speed-hours = { $n } h per second
ui-stat-nodes = nodes / peak
    .title = Nodes now / at the peak
ui-stat-evictions = evictions
    .title = Evictions so far
ui-stat-forced = forced out
    .title = Pods forced out so far
ui-stat-blocked = blocked
    .title = Time for which draining nodes were blocked so far, added up
ui-stat-ends = run ends
    .title = The run ends, and the upgrade isn't completed
ui-stat-over = ends
    .title = The upgrade ends
ui-stat-so-far = so far
    .title = Computed so far
ui-stat-done = done
    .title = Nodes upgraded so far
ui-stat-range = range
    .title = When the upgrade ends: from fast to slow runs
ui-stat-former = Difference from the run before a change, at this instant
ui-clock-days = { $days } d
ui-stat-stale = Last successful run
ui-stat-stale-note = The last successful run, not one of this scenario
ui-findings-stale = Results of the last successful run: the current scenario can't be run.
ui-model-lead = A forecast, not a promise: GKE doesn't define the node order, so it follows the seed. Boot, image pull, and readiness times are assumptions that you can change.
key-play = Play or pause
key-next-event = Next event
key-previous-event = Previous event
key-next-phase = Next phase
key-previous-phase = Previous phase
key-tick = Forward one second
key-tick-back = Back one second
key-next-moment = Next moment
key-previous-moment = Previous moment
key-start = Start
key-end = End
key-tenth = Jump to 0 % … 90 % of the run
key-faster = Faster
key-slower = Slower
key-loop = Loop the visible or marked range
key-fit = Fit the selection
key-fit-all = Fit the whole run
key-why = Why?
key-follow = Follow the Pod to its replacements
ui-follow = Follow
key-filter = Filter the stage and the event log
key-undo = Undo
key-redo = Redo

# Palette, menus and further commands
ui-paper = Printable report of this run
ui-range = Marked range
ui-range-fit = Zoom to the range
ui-range-clear = Clear the range
ui-paper-at = At { $at } UTC, { $date }
ui-grid-pending = { $n ->
    [one] 1 Pod pending
   *[other] { $n } Pods pending
  }
ui-grid-held = { $pod }: { $why }
ui-slider-left = { $at }, { $state }, { $n ->
    [one] 1 node left
   *[other] { $n } nodes left
  }
ui-slider-blocked = drain blocked
ui-also-import = gcloud kubectl terraform hcl yaml json manifest dump paste open file load
ui-also-share = export gcloud terraform runbook markdown commands yaml json csv svg png picture link download save copy
ui-also-present = presenter full screen slides projector beamer teach talk
ui-also-findings = stuck blocked checks warnings problems outcome summary report
ui-also-why = stuck blocked reason explain cause
ui-also-setup = settings edit strategy surge budget assumptions
ui-also-changes = diff list revert undo one copy patch yaml terraform gcloud
ui-also-text = yaml json gcloud manifest source code edit
ui-also-help = keyboard shortcuts about reasons codes
ui-menu-of = { $name }: actions
ui-menu-moments = Go to when …
ui-keys-play = Play
ui-keys-move = Move
ui-keys-zoom = Jump and zoom
ui-keys-ask = Ask
ui-keys-page = Page
key-mark-from = Start the range here
key-mark-to = End the range here
key-zoom-in = Zoom in at the playhead
key-zoom-out = Zoom out
key-pan-on = Scroll later
key-pan-back = Scroll earlier
key-setup = Show or hide the setup
key-theme = Light or dark theme
key-point = Highlight the pointer in a presentation
key-print = Print a report of this run
key-single-keys = Turn single-key shortcuts on or off

## Runs beside one another.
ui-also-compare = side by side difference variant strategy surge blue-green which
ui-more-control = For more control over a running upgrade than surge offers (phases, soak, fast rollback):
ui-more-control-compare = compare with blue-green

## The maintenance calendar
ui-tab-maintenance = Maintenance
ui-calendar = Maintenance calendar
date-weekdays = Mon Tue Wed Thu Fri Sat Sun
date-months = January February March April May June July August September October November December
date-months-short = Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
date-day-month = { $day } { $month }
date-weekday = { $weekday } { $day }
date-year = { $day } { $year }
date-month-year = { $month } { $year }
ui-weekdays = Monday Tuesday Wednesday Thursday Friday Saturday Sunday
ui-mw-none = none
ui-mw-daily = daily
ui-mw-recurring = recurring
ui-mw-note = { $window ->
        [none] no window
       *[other] { $window }
    }, { $n ->
        [one] 1 exclusion
       *[other] { $n } exclusions
    }
ui-mw-at = Opens at
ui-mw-rule = Rule
ui-ex-from = From
ui-ex-to = To (inclusive)
ui-cal-eos = end of support of { $minor }, { $day }

## Findings about a scenario. `hint` says how to fix it.

check-affinity-in-a-circle = The Pods of “{ $workload }” wait for Pods that wait for them: none can be the first.
    .hint = Let the term of one of them match its own Pods, or make it a preferred one.
check-affinity-without-pods = No Pod of the scenario matches the required affinity of “{ $workload }”: a new Pod of it fits nowhere.
    .hint = Change the labelSelector or the namespaces, or make the term a preferred one.
check-allocatable-pods = The nodes of “{ $pool }” take { $pods } Pods; on GKE none takes more than 256.
    .hint = Write a number up to 256.
check-another-tool = The field “version” is required.
    .hint = This looks like the output of another tool. Import it instead.
check-assumption-order = p10 { $p10 } s, p50 { $p50 } s and p90 { $p90 } s do not rise.
    .hint = Of 100 cases 10 take at most p10, 50 at most p50, 90 at most p90.
check-assumption-out-of-bounds = A duration is negative or longer than ten years.
    .hint = Write one between the two.
check-autoscaled-autoprovisioned = Node auto-provisioning made “{ $pool }”: such pools cannot be upgraded by autoscaled blue-green.
    .hint = Use SURGE, or BLUE_GREEN with a standardRolloutPolicy.
check-autoscaled-autoscaling-off = Autoscaled blue-green starts without green nodes and lets the autoscaler add them, and autoscaling of “{ $pool }” is off.
    .hint = Turn autoscaling of the pool on, or use a standardRolloutPolicy. In a run green stays empty.
check-autoscaled-too-small = The autoscaler may give green { $most ->
        [one] 1 node
       *[other] { $most } nodes
    }, and what runs in “{ $pool }” needs { $needed }: the Pods of { $pending ->
        [one] 1 node
       *[other] { $pending } nodes
    } stay Pending, unless they fit on other pools.
    .hint = Raise maxNodeCount or totalMaxNodeCount before the upgrade.
check-autoscaled-version = Autoscaled blue-green, which “{ $pool }” asks for, needs a control plane from { $from } on; it is at { $master }.
    .hint = Upgrade the control plane first, or use a standardRolloutPolicy.
check-autoscaled-soak = The soak of “{ $pool }” is skipped: autoscaled blue-green has none.
    .hint = Remove nodePoolSoakDuration. How long Pods may stay is waitForDrainDuration.
check-autoscaled-wait = GKE waits for 0 to 604800 s before it drains, not for { $wait } s.
    .hint = Write a duration from 0s to 604800s; without one it is 259200s, three days. A run waits { $used } s.
check-autoscaling-above-maximum = “{ $pool }” has { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } where the autoscaler's maximum is { $most }: it does not grow, and only shrinks.
    .hint = Raise the maximum if it is to grow.
check-autoscaling-any-size = “{ $pool }” starts with nodes, and the documentation of GKE asks for an initial size of 0 with ANY: then the autoscaler provides every node.
    .hint = Create the pool with initialNodeCount 0.
check-autoscaling-compute-engine = Compute Engine autoscaling is on for the instance groups of “{ $pool }”: the pool may stop growing or shrinking. The run leaves its size as it is.
    .hint = Switch it off for these groups.
check-autoscaling-flex-start = “{ $pool }” has flex-start VMs, for which GKE has no BALANCED; a run takes ANY.
    .hint = Use ANY.
check-autoscaling-hard-spread = { $workloads ->
        [one] “{ $first }” spreads its Pods
       *[other] { $workloads } workloads, “{ $first }” the first, spread their Pods
    } with DoNotSchedule, which the cluster autoscaler doesn't support. What it adds then may not be what they need.
    .hint = Use ScheduleAnyway.
check-autoscaling-location-policy = locationPolicy needs a control plane from { $from } on; it is at { $master }.
    .hint = Remove it.
check-autoscaling-no-maximum = Autoscaling of “{ $pool }” is on without a maximum: the pool never grows.
    .hint = Set maxNodeCount or totalMaxNodeCount.
check-autoscaling-profile = Autopilot clusters have the profile OPTIMIZE_UTILIZATION, not BALANCED.
    .hint = Remove autoscalingProfile.
check-autoscaling-requests = { $workloads ->
        [one] “{ $first }” requests
       *[other] { $workloads } workloads, “{ $first }” the first, request
    } no CPU or no memory. The autoscaler reads requests, not use.
    .hint = Give all containers requests of CPU and memory.
check-autoscaling-resource-limits = The { $name } of { $resource } is { $value }; it is an amount.
    .hint = Write 0 or more. A run takes 0.
check-autoscaling-delay = consolidationDelay is negative.
    .hint = Write 0s or more. A run takes 0s.
check-autoscaling-slice = “{ $pool }” is a TPU slice of { $nodes } nodes, all of which come and go together, and its maxNodeCount is { $most }.
    .hint = Set maxNodeCount to { $nodes }, and remove the limits in total.
check-autoscaling-spot = “{ $pool }” has Spot or preemptible VMs, which one zone may have while another has none, and BALANCED spreads its nodes over the zones.
    .hint = Use ANY.
check-autoscaling-stockout = While { $zone } has no machines, “{ $pool }” gets no nodes there: the autoscaler tries again after 5 min, later after up to 30.
    .hint = Let another zone or pool take the Pods.
check-autoscaling-too-large = “{ $pool }” may grow to { $most } nodes, and the autoscaler works up to { $limit }.
    .hint = Lower { $field } so that all zones together stay within { $limit }.
check-autoscaling-unusable-pool = The autoscaler never adds a node to “{ $pool }”, which has none: no workload tolerates its taint { $taint }.
    .hint = Give the workloads that are meant for it a toleration.
check-budget-bare-pods = The budget “{ $budget }” selects { $workloads ->
        [one] 1 workload
       *[other] { $workloads } workloads
    } without a controller that has a scale, “{ $first }” among them; only an integer minAvailable counts for them.
    .hint = Use an integer minAvailable, or select other Pods.
check-budget-exactly-one = The budget “{ $budget }” { $given ->
        [both] has minAvailable and maxUnavailable
       *[none] has neither minAvailable nor maxUnavailable
    }.
    .hint = Give it exactly one of them.{ $given ->
        [both] { " " }A run uses maxUnavailable.
       *[none] { " " }Without them it never allows a disruption.
    }
check-budget-daemons = The budget “{ $budget }” selects only Pods of DaemonSets, or static ones, which a drain doesn't evict: it holds no drain back, and protects none of them from one.
    .hint = Leave it, or remove it.
check-budget-interval = The interval is not between 0 and 90 days.
    .hint = Write at most 7776000s. A run uses the nearest bound.
check-budget-long-patch-interval = Automatic patch upgrades may be { $days } days apart: security fixes arrive that late.
    .hint = Google advises 30 days (2592000s) at most.
check-budget-never = The budget “{ $budget }” never lets a Pod go: every drain of its Pods waits for its full limit, { $limit ->
        [kubectl] the --timeout of kubectl drain, without which it doesn't end
       *[pool] an hour unless the pool says otherwise
    }.
    .hint = { $kind ->
        [bare] Replace it with an integer minAvailable below the number of its Pods: nothing else counts for Pods without a controller
        [min] Replace minAvailable 100% with maxUnavailable 1
       *[max] Set maxUnavailable to 1
    }.
check-budget-never-here = The budget “{ $budget }” wants { $desired } of { $scale ->
        [one] 1 Pod
       *[other] { $scale } Pods
    } to stay: every drain of its Pods waits for its full limit, { $limit ->
        [kubectl] the --timeout of kubectl drain, without which it doesn't end
       *[pool] an hour unless the pool says otherwise
    }.
    .hint = { $part ->
        [yes] If an operator gives the role to another Pod once a node is cordoned, they don't wait: see whether yours does. More replicas add no Pod of the role.
       *[no] Let one Pod more go, or add replicas: of { $enough } Pods one may go.
    }
check-budget-no-scale = The budget “{ $budget }” selects Pods of the { $kind } “{ $owner }”, which has no scale: its status cannot be computed and none of its Pods may be evicted.
    .hint = Use an integer minAvailable, or select other Pods.
check-budget-not-a-percentage = “{ $text }” isn't a valid percentage: write digits and then %.
    .hint = Write an integer without quotes, or a percentage like “50%”.
check-budget-nothing = { $selector ->
        [none] The budget “{ $budget }” has no selector and selects no Pod.
       *[some] No workload in the namespace “{ $namespace }” matches the budget “{ $budget }”.
    }
    .hint = If its Pods are in the files, compare its selector with their labels.
check-budget-out-of-bounds = { $value } is out of bounds.
    .hint = Write an integer, 0 or more, or “0%” to “100%”.
check-budget-policy = “{ $policy }” isn't a valid policy for unhealthy Pods.
    .hint = Write IfHealthyBudget or AlwaysAllow.
check-budget-used-up = The budget “{ $budget }” lets no Pod go now: { $ready } of { $scale } Pods are ready, and it wants { $desired } of them. Every drain of its ready Pods waits until more are ready, or for its full limit.
    .hint = Mend the Pods that aren't ready before the upgrade{ $policy ->
        [AlwaysAllow] : AlwaysAllow lets only these go
        [enough] : until then, only these can go
       *[other] ; with unhealthyPodEvictionPolicy AlwaysAllow, at least these can go
    }.
check-budget-two = The budgets “{ $one }” and “{ $other }” both select the Pods of “{ $workload }”{ $more ->
        [0] { "" }
        [one] { " " }and of 1 workload more
       *[other] { " " }and of { $more } workloads more
    }: their eviction fails with an error, even if the budgets allow it.
    .hint = Let one budget select them.
check-cluster-pools-at-once = maxCount is { $most }; GKE upgrades 1 to 100 node pools at once.
    .hint = Write a number from 1 to 100, or remove it: then pools take their turns. A run uses the nearest bound.
check-document-duplicate-field = The field “{ $key }” stands here more than once; the last one counts.
    .hint = Remove the others.
check-document-missing = The field “{ $key }” is required.
check-document-more-findings = { $n } more findings are not listed.
check-document-syntax = This isn't JSON: { $reason }.
    .hint = Scenarios are JSON. Import other formats.
check-document-type = Expected { $expected }, found { $found }.
check-document-unknown-field = The field “{ $key }” is not known here and is ignored.
    .hint = { $similar ->
        [none] { "" }
       *[other] Is “{ $similar }” meant?
    }
check-document-version = Version { $version } isn't supported.
    .hint = Use version 1.
check-document-whole-seconds = Durations are whole seconds: { $ms } ms counts as { $secs } s.
    .hint = Round it to a second.
check-drain-limit = { $limit } s isn't a valid drain limit.
    .hint = Write a duration from 0s on; without one the hour of GKE holds.
check-duration-out-of-bounds = { $seconds } s is out of bounds.
    .hint = Write a duration from 0s to ten years.
check-entry-needs = “{ $action }” needs a { $noun }.
    .hint = Name the { $noun }.
check-after-nothing = “{ $after }” is neither a pool of the scenario, nor the control plane, nor an earlier entry.
    .hint = Write “pool/NAME”, “controlPlane”, or the position of an earlier entry, counted from 0.
check-after-and-phase = An entry waits for a phase or for other work, not for both.
    .hint = Leave “phase” or “after” out.
check-after-at = An entry that waits for other work has no instant.
    .hint = Write as “at” how long after the end of that work it acts, such as “10m”, or leave it out.
check-after-of-action = “{ $action }” cannot wait for other work.
    .hint = Write a time as “at”, and leave “after” out.
check-entry-without-time = The entry has no time.
    .hint = Write one as “at”.
check-exclusion-availability = The exclusions leave too little of the window. { $leaves }
    .hint = Shorten an exclusion, narrow its scope, or let the window open more often.
check-exclusion-end-time-behavior = “{ $written }” isn't a valid endTimeBehavior.
    .hint = Leave it out, or write UNTIL_END_OF_SUPPORT.
check-exclusion-ends-before-start = The exclusion “{ $name }” ends at or before its start.
    .hint = Write a later end; the start may lie in the past.
check-exclusion-instant = “{ $text }” isn't a valid time.
    .hint = Write 2026-12-20T00:00:00Z, or a day as 2026-12-20.
check-exclusion-needs-channel = The exclusion “{ $name }” has scope { $scope }, and the cluster is in no release channel.
    .hint = Enroll the cluster in a channel, or use NO_UPGRADES.
check-exclusion-no-end = The exclusion “{ $name }” has no end.
    .hint = Write 2026-12-20T00:00:00Z, or a day as 2026-12-20.
check-exclusion-past-end-of-support = The exclusion “{ $name }” ends at { $to }, after the end of support of the minor version at { $end }.
    .hint = End it then or before.
check-exclusion-recurs = The exclusion “{ $name }” has a recurrence; exclusions do not recur.
    .hint = Write each period as an exclusion of its own.
check-exclusion-scope = “{ $scope }” isn't a valid scope.
    .hint = NO_UPGRADES, NO_MINOR_UPGRADES or NO_MINOR_OR_NODE_UPGRADES.
check-exclusion-too-long = The exclusion “{ $name }” lasts { $length }; NO_UPGRADES may last { $longest } days (edition { $edition }).
    .hint = Shorten it, or choose NO_MINOR_UPGRADES or NO_MINOR_OR_NODE_UPGRADES, which have no such limit.
check-exclusion-too-many = There are { $number } exclusions; a cluster has at most { $most }.
    .hint = Remove some: those that are over do not count.
check-exclusion-too-many-freezes = There are { $number } exclusions of scope NO_UPGRADES: { $names }; a cluster has at most { $most }.
    .hint = Remove one, { $until ->
        [none] or narrow its scope.
       *[other] narrow its scope, or wait: from { $until } on { $surplus ->
            [one] { $first } is over and no longer counts
           *[other] { $first } are over and no longer count
        }.
    }
check-exclusion-pool-needs-channel = “{ $pool }” is excluded from upgrades until the end of support, which needs a cluster in a release channel.
    .hint = Enroll the cluster in a release channel, or turn the pool's auto-upgrade off.
check-exclusion-unknown-end = The exclusion “{ $name }” lasts until the end of support, which the scenario does not have: it never ends in a run.
    .hint = Set endOfStandardSupportTimestamp of currentMasterVersion's minor version in cluster, or give the exclusion an endTime.
check-exclusion-two-ends = The exclusion “{ $name }” has an end and a rule for its end.
    .hint = Keep one of endTime and endTimeBehavior.
check-least-above-most = { $least } is more than { $most }.
    .hint = Swap them, or raise the second.
check-limits-of-both-kinds = “{ $pool }” has limits for each zone and for the whole pool; GKE takes one kind.
    .hint = Remove minNodeCount and maxNodeCount, or totalMinNodeCount and totalMaxNodeCount.
check-limits-selectors = The selectors would have to be compared with workloads too many times.
    .hint = Use fewer budgets, or matchLabels that fit fewer workloads.
check-limits-templates = The nodes may have more than { $shapes } different shapes in the course of the script, or there are more than { $ways } ways in which its entries change them.
check-limits-too-many = { $number } { $what ->
        [pools] pools
        [entries] entries
        [zones] zones
        [zones-of-pools] zones of pools
        [zones-with-volumes] zones of a cluster with volume claims
        [nodes] nodes
        [pods] Pods
        [pods-of-script] Pods that the script adds
        [workloads] workloads
        [budgets] budgets
        [bytes] bytes of names and labels
        [backends] backends, of Services with a load balancer
       *[services] Services
    } are more than the { $limit } of a run.
    .hint = Split the scenario, or leave a part of it out.
check-maintenance-other-edition = { $accepted ->
        [yes] With the limits of edition { $edition }, GKE would accept this maintenance policy.
       *[no] With the limits of edition { $edition }, GKE would refuse this maintenance policy.
    }
    .hint = To check with these limits, set “edition” to “{ $edition }” in the scenario.
check-maintenance-overlap = Windows of { $length } run into one another: it is open from { $from } to { $to }, { $whole } in one piece.
    .hint = BYDAY says when windows begin; shorten them, or list fewer days.
check-maintenance-several-windows = By itself GKE upgrades { $rest ->
        [yes] the { $nodes } nodes that are left of { $pool }
       *[no] the { $nodes } nodes of { $pool }
    } in about { $windows ->
        [some] { $fast }
       *[between] { $fast } to { $slow }
    } windows of { $window }: { $parallel } at a time, about { $node } each.
    .hint = Longer windows, more surge nodes, or blue-green, which goes on when a window closes.
check-match-fields = matchFields with { $key } { $operator } is not read.
    .hint = Write metadata.name In.
check-name-ambiguous = More than one { $noun } is named “{ $name }”.
    .hint = Write namespace/name, and give each its own name.
check-name-duplicate = There are two of the { $noun } “{ $name }”.
    .hint = Rename one of them.
check-volume-zone = No node is in { $zone }, one of the zones of the claim { $volume }: a Pod that needs it there stays Pending.
    .hint = Nodes are in { $zones }.
check-volume-node = The node { $node }, of which the disk of the claim { $volume } is part, isn't there: a Pod that needs it stays Pending.
    .hint = A disk that is local to a node is lost with it. Leave the node out, or delete the claim: a new one gets another disk.
check-volume-node-of-each = With perPod, each Pod has a disk of its own: no node has all of them.
    .hint = Write node in each entry of claims.
check-volume-per-pod = A { $kind } has no claim for each of its Pods: only a StatefulSet does.
    .hint = Leave perPod out; its Pods then share the claim.
check-volume-claims = Only claims with perPod are listed by ordinal.
    .hint = Write the zones of a shared disk as zones, or set perPod.
check-volume-ordinal = The claim of ordinal { $ordinal } is listed twice.
    .hint = Leave one of them out.
check-volume-one-node = Only Pods on one node can use the claim { $volume } at a time: those of { $workload } on other nodes wait for it.
    .hint = Write ReadWriteMany if its disk can be attached to many nodes, or use one replica.
check-volume-differs = { $workload } shares the claim { $volume } and says otherwise about it, which counts.
    .hint = Write the same in both, or another name.
check-name-unknown = There is no { $noun } “{ $name }”.
    .hint = { $number ->
        [0] There is no { $noun } at all.
        [4] There is { $others } and more.
       *[other] There is { $others }.
    }
check-named-pods = Of “{ $pod }” there can only be one.
    .hint = Leave out the name or the count.
check-namespace-labels = A scenario has no labels of namespaces: namespaceSelector sees { $label } and nothing else.
    .hint = List the namespaces, or select them by that label.
check-no-action = “{ $action }” is not known.
    .hint = Write one of { $known }.
check-no-autopilot = Autopilot is not simulated yet: the run takes the cluster for a Standard one. It leaves out that Pods with safe-to-evict "false" are not evicted for 7 days (AM-78), that a Pod has at most 10 min to end, and that up to 20 nodes are upgraded at a time (AM-74).
    .hint = See “Autopilot cluster upgrades” in the documentation of GKE.
check-no-checkpoint = A checkpoint has no effect without a length of work.
    .hint = Write how long a Pod works as “work”.
check-no-day = This isn't a valid date.
check-no-draining = The load balancer of “{ $service }” drains no connections: a draining time changes nothing.
    .hint = Backend services with NEGs or l4-rbs drain connections of TCP.
check-no-effect = “{ $effect }” isn't a valid taint effect.
    .hint = Write one of NoSchedule, PreferNoSchedule, NoExecute.
check-no-expression = “{ $key } { $operator }” with { $values ->
        [one] 1 value
       *[other] { $values } values
    } isn't a valid expression.
    .hint = In and NotIn take values, Exists and DoesNotExist none, Gt and Lt (nodes only) one integer.
check-no-kind = The kind is empty.
    .hint = Write Deployment.
check-no-flows = UDP and SCTP are not simulated: { $services ->
        [one] of the Service “{ $first }”
       *[other] of { $services } Services of type LoadBalancer, “{ $first }” the first,
    } only TCP connections are followed.
    .hint = See “Connection tracking” of passthrough Network Load Balancers in the documentation of Google Cloud.
check-no-local-drain = In edition 2025 a node that GKE drains leaves the backends, whatever localDrain says.
    .hint = Write edition 2026: its controller has that option.
check-no-name = The name is empty.
    .hint = Give it a name.
check-no-node-change = “{ $change }” isn't a change that recreates nodes.
    .hint = Write one of { $known }.
check-no-override = “{ $name }” overrides no policy.
    .hint = Write one of { $known }, of an upgrade.
check-no-phase = “{ $phase }” isn't a valid phase.
    .hint = Write one of { $known }.
check-no-pools = There is no node pool.
    .hint = Add one: {"{"}"name":"pool","initialNodeCount":3{"}"}.
check-no-reason-to-fail = “{ $reason }” isn't a valid reason to fail.
    .hint = Write kubelet or disk.
check-no-replicas = “{ $workload }” is a { $kind }: it has no replicas to set.
    .hint = Name a workload with replicas, or leave the entry out.
check-no-rollout = “{ $workload }” is a { $kind }: only rollouts of Deployments are simulated.
    .hint = Name a Deployment, or leave the entry out.
check-nothing-to-upgrade = “{ $pool }” has no nodes: its upgrade ends at once and changes nothing.
    .hint = Write initialNodeCount, the number of nodes in each zone.
check-nothing-to-undo = No rollout of “{ $workload }” comes before this one: there is no earlier template.
    .hint = Give the earlier template with requests, containers and fails.
check-no-number-of-pods = { $value } is neither a number of Pods nor a percentage that the API accepts.
    .hint = Write a number such as 1, or a percentage such as "25%".
check-rollout-both-zero = maxSurge and maxUnavailable of “{ $workload }” are both 0: the API refuses that, because no Pod could be replaced.
    .hint = Set one of them to at least 1. A run lets 1 Pod be unavailable.
check-rollout-deadline = progressDeadlineSeconds of “{ $workload }” ({ $deadline }) isn't greater than its minReadySeconds ({ $ready }): the API refuses that.
    .hint = Set progressDeadlineSeconds to more than minReadySeconds.
check-no-topology-key = The topologyKey is empty.
    .hint = Write kubernetes.io/hostname or topology.kubernetes.io/zone.
check-no-version = The field “version” is required.
    .hint = Add "version": 1.
check-no-work = The Pods of this workload work for ever: its controller restarts or replaces each that ends.
check-no-zone-name = The name of a zone is empty.
    .hint = Leave it out.
check-nodes-machine-type = The machine type “{ $name }” is not in the table; { $cpu } m CPU and { $memory } MiB are assumed for Pods.
    .hint = Give the pool “allocatable” with cpu and memory.
check-nodes-none = The pool “{ $pool }” has no initialNodeCount and no nodes: 0 nodes.
    .hint = Write initialNodeCount, the number of nodes in each zone.
check-nodes-pods-per-node = GKE does not make nodes for { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }.
    .hint = Write a number from 8 to 256.
check-nodes-too-few-slots = { $pods } Pods are more than the { $slots } that all nodes together may have: the rest stays Pending.
    .hint = Raise maxPodsPerNode, or add nodes.
check-not-a-scenario = Expected an object, found { $found }.
    .hint = The smallest valid scenario is {"{"}"version":1,"pools":[…]{"}"}.
check-not-between = { $value } is out of bounds.
    .hint = Write a number from { $least } to { $most }.
check-not-one-of = “{ $value }” is not known here.
    .hint = Write one of { $words }.
check-one-pool-at-a-time = In edition 2025 pools that GKE upgrades by itself take their turns, one at a time.
    .hint = Write edition 2026, which upgrades as many at once as maxCount says.
check-phase-of-action = “{ $action }” cannot wait for a phase.
    .hint = Write a time as “at”, and leave the phase out.
check-phase-without-pool = An entry that waits for a phase names the pool.
    .hint = Name the pool as “pool”.
check-pools-other-region = The pool “{ $pool }” has zones of the region “{ $region }”, but the cluster is in “{ $own }”.
    .hint = Choose zones of { $own }, or change the cluster's location.
check-pools-two-regions = The pool “{ $pool }” has zones of two regions, “{ $region }” and “{ $other }”; a cluster is in one.
    .hint = Choose zones of the cluster's region.
check-pools-zone-twice = The pool “{ $pool }” names the zone “{ $zone }” twice.
    .hint = Name each zone once.
check-queued-version = Queued provisioning has SHORT_LIVED upgrades from { $since } on, and the control plane is at { $master }.
    .hint = Use SURGE, or upgrade the control plane first.
check-quota-nodes = { $nodes } nodes are more than the 15,000 of a cluster.
    .hint = Split the cluster; the run is computed all the same.
check-quota-nodes-per-zone = The pool “{ $pool }” has { $most } nodes in a zone; GKE allows 1,000.
    .hint = Spread them over several pools.
check-quota-pods = { $pods } Pods are more than the 200,000 of a Standard cluster.
    .hint = Split the cluster; the run is computed all the same.
check-reference-later-node = There is no node “{ $node }” at the start.
    .hint = If the run has made no node of that name by then, the entry is refused.
check-repair-of-nodes = “repair” is of the control plane; nodes are repaired by themselves.
    .hint = Write “controlPlane”: true, or let a node “fail”.
check-resize-without-nodes = “resize” needs the nodes of each zone.
    .hint = Write them as “nodes”.
check-script-auto-upgrade-off = GKE doesn't upgrade “{ $pool }” by itself: its auto-upgrade is off. The run starts the upgrade all the same.
    .hint = Leave automatic out, or set management.autoUpgrade to true. To hold upgrades back, Google recommends an exclusion instead.
check-service-health-check-port = “{ $service }” has the health check port { $port } and externalTrafficPolicy Cluster: the API takes such a port with Local only.
    .hint = Remove healthCheckNodePort, or use externalTrafficPolicy Local.
check-service-health-check-range = “{ $service }” has the health check port { $port }; the API takes one from 30000 to 32767.
    .hint = Use a port of that range, or remove healthCheckNodePort: the API server assigns one.
check-service-types = “{ $service }” has two annotations of its load balancer's type: { $now } and { $before }.
    .hint = Remove { $before }: it is of versions before 1.17.
check-service-types-before = “{ $service }” asks for an internal load balancer with { $before }, the annotation of versions before 1.17.
    .hint = Write { $now } in manifests: GKE still takes the older one.
check-service-draining = { $value } s is no draining time of “{ $service }”: a backend service takes 0 to 3,600 s.
    .hint = The run takes the nearest one; write a number of that range.
check-service-without-pods = No Pods that are known match the selector of “{ $service }”: what its load balancer loses isn't known.
    .hint = Mend the selector, or add the workload that it selects.
check-service-class = GKE makes no load balancer for “{ $service }”: its loadBalancerClass { $class } is that of another controller.
    .hint = GKE's classes are networking.gke.io/l4-regional-external and networking.gke.io/l4-regional-internal.
check-service-weighted = “{ $service }” asks for nodes weighted by their serving Pods; a run gives all backends the same part.
    .hint = What is lost is exact where nodes have equally many of its Pods, and externally before 1.31.0-gke.1506000.
check-service-too-many-nodes = “{ $service }” is internal without subsetting, and the cluster has { $nodes } nodes: of more than 250 some get no traffic.
    .hint = Turn GKE subsetting on, and create the Service anew: it isn't migrated.
check-service-too-many-serving = Pods of “{ $service }” may be on { $serving } nodes; with Local, an internal load balancer sends to 250 of them.
    .hint = Let fewer nodes have its Pods, or use Cluster.
check-service-full-group = “{ $service }” has instance groups, which take 1,000 nodes of a zone.
    .hint = Create it anew with NEGs, or keep zones smaller.
check-service-kind = It isn't known which load balancer “{ $service }” has: { $kinds }. The run shows { $run }.
    .hint = Its finalizer shows it; else the version of the cluster at its creation and subsetting decide: set them.
balancer-internal-neg = an internal one with NEGs
balancer-internal-group = an internal one with instance groups
balancer-external-neg = an external one with NEGs
balancer-external-group = an external one with instance groups
balancer-target-pool = an external one with a target pool
balancer-none = none
check-service-port = “{ $service }” has the { $key } { $value }; a port is a number from 1 to 65535.
    .hint = Write a number of that range.
check-service-protocol = “{ $service }” has a port with protocol { $value }, which the API doesn't know.
    .hint = Write TCP, UDP or SCTP.
check-service-port-name = Two ports of “{ $service }” have the name “{ $value }”.
    .hint = Give each port a name of its own.
check-set-budget = “set” of a budget needs exactly one of minAvailable and maxUnavailable.
    .hint = Set labels and taints of a pool, replicas of a workload, or the number of a budget.
check-script-retired = “{ $action }” has no effect: a run doesn't wait for what kubectl waits for.
    .hint = Remove the entry. What waits for it acts when the entry before it is done.
check-set-one = “set” names exactly one pool, workload or budget.
    .hint = Set labels and taints of a pool, replicas of a workload, or the number of a budget.
check-set-pool = “set” of a pool needs labels, taints or upgradeSettings.
    .hint = Set labels and taints of a pool, replicas of a workload, or the number of a budget.
check-set-workload = “set” of a workload needs replicas, imagePull, shutdown or ignoresSigterm.
    .hint = Set labels and taints of a pool, replicas of a workload, or the number of a budget.
check-strategy-autopilot = Autopilot clusters are always upgraded by surge, not by { $strategy }.
    .hint = Remove the strategy.
check-strategy-batch-part = batchPercentage is { $part }; it is a part of the pool, from 0 to 1.
    .hint = { $meant ->
        [none] Write a number from 0 to 1; 0 skips the drain.
       *[other] Write { $meant } for { $part } percent.
    }
check-strategy-batch-size = batchNodeCount is { $nodes }; it counts nodes.
    .hint = Write an integer, 0 or more; 0 skips the drain.
check-strategy-fixed = GKE chooses how nodes of “{ $pool }” are upgraded: maxSurge and maxUnavailable are no settings of it.
    .hint = Leave upgradeSettings out.
check-strategy-flex-start = “{ $pool }” has flex-start VMs, and those have SHORT_LIVED upgrades: { $strategy } cannot be chosen.
    .hint = Remove the strategy, or take flexStart off.
check-strategy-long-grace = A Pod of “{ $workload }” may need { $grace } to end; the blue-green upgrade of “{ $pool }” ends it { $batches ->
        [none] { $limit } after the deletion of the blue pool begins, and no batch evicts it before
       *[some] as early as { $limit } after its eviction
    }.
    .hint = { $batches ->
        [none] Write batchNodeCount 1 or more, and a nodePoolSoakDuration of that length, so that drained Pods can end
       *[some] Write a longer nodePoolSoakDuration
    }.
check-strategy-managed = Autopilot manages the pool “{ $pool }”: its upgrade settings cannot be changed.
    .hint = Remove upgradeSettings.
check-strategy-negative-soak = A soak of { $soak } s cannot be waited.
    .hint = Write a duration from 0s on.
check-strategy-seven-days = The soaks of “{ $pool }” come to { $soak } s ({ $hours } h). After { $limit } s, seven days, the blue pool is deleted at once: { $left ->
        [0] the rest of the soak is cut off
        [one] 1 node would be deleted without having been drained
       *[other] { $left } nodes would be deleted without having been drained
    }.
    .hint = Use larger batches, or shorter soaks.
check-strategy-short-lived = SHORT_LIVED is for flex-start VMs and queued provisioning, and “{ $pool }” has neither.
    .hint = Use SURGE or BLUE_GREEN.
check-strategy-two-batch-sizes = A batch has batchNodeCount nodes or a batchPercentage of them, not both.
    .hint = Remove batchNodeCount or batchPercentage. A run uses batchNodeCount.
check-strategy-two-policies = A pool has a standard or an autoscaled rollout policy, not both.
    .hint = Remove standardRolloutPolicy or autoscaledRolloutPolicy.
check-strategy-unknown = “{ $strategy }” isn't an upgrade strategy.
    .hint = Write SURGE, BLUE_GREEN or SHORT_LIVED.
check-surge-both-zero = maxSurge and maxUnavailable are both 0: no node could ever be upgraded.
    .hint = Set one of them to at least 1. A run uses maxSurge 1.
check-surge-capacity = The upgrade of “{ $pool }” wants { $needed ->
        [one] 1 node
       *[other] { $needed } nodes
    } more than usual, and { $spare } can be created: { $short } short.
    .hint = Raise the quota, or { $strategy ->
        [SURGE] set { $spare ->
            [0] maxSurge 0 and maxUnavailable 1
           *[other] a lower maxSurge, or 0 with maxUnavailable 1
        }
       *[other] upgrade by SURGE, which takes fewer
    }.
check-surge-quota = The upgrade of “{ $pool }” wants { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } more than usual, which take { $needed } of { $quota }, and { $left } are left: { $short } short.
    .hint = Raise the quota, or { $strategy ->
        [SURGE] set { $free ->
            [0] maxSurge 0 and maxUnavailable 1
           *[other] a lower maxSurge, or 0 with maxUnavailable 1
        }
       *[other] upgrade by SURGE, which takes fewer
    }.
check-surge-local-traffic = { $sum } nodes may drain at once, and the Service “{ $service }” has externalTrafficPolicy Local, which does not work with parallel drains.
    .hint = Use maxSurge 1 and maxUnavailable 0, or externalTrafficPolicy Cluster.
check-surge-long-grace = { $n ->
        [one] A Pod of “{ $workload }”
       *[other] A Pod of each of { $n } workloads ({ $workload }{ $more ->
            [0] { "" }
           *[other] { " " }and { $more } more
        })
    } may need { $grace } to end; a surge upgrade of “{ $pool }” forces it out after { $limit }.
    .hint = Let it end sooner, save its work, set a longer graceTerminationDuration, or use { $autoscaled ->
        [true] an autoscaled blue-green upgrade, which waits up to 7 days for Pods to end
       *[false] { $kind ->
            [Job] a blue-green upgrade with batchNodeCount 0 and a soak in which its work ends
           *[other] a blue-green upgrade with batches of one node or more and a soak that is longer
        }
    }.
check-surge-more-than-20 = maxSurge { $surge } and maxUnavailable { $unavailable } ask for { $sum } nodes at once; GKE upgrades at most 20.
    .hint = Lower them to a sum of 20.
check-surge-not-a-count = { $name } is { $value }; it counts nodes.
    .hint = Write an integer, 0 or more.
check-surge-one-flag = gcloud wants both surge flags; { $missing } is missing.
    .hint = Add { $missing }=0.
check-surge-reservation = The upgrade of “{ $pool }” adds { $needed ->
        [one] 1 node
       *[other] { $needed } nodes
    }, and its reservation has { $free ->
        [0] no free machine
        [one] only 1 free machine
       *[other] only { $free } free machines
    } beside its { $nodes } nodes: { $outcome ->
        [stuck] it waits for capacity
        [slower] it upgrades fewer nodes at once and takes longer
       *[refused] it fails its quota check at once, before it creates or changes a node
    }.
    .hint = { $outcome ->
        [stuck] Reserve more machines, or set maxUnavailable to 1.
        [slower] Reserve as many machines as the upgrade adds nodes, or plan for the longer time.
       *[refused] Reserve as many machines again, or use a surge upgrade with maxSurge 0 and maxUnavailable 1.
    }
check-surge-scarce = maxUnavailable { $unavailable } deletes nodes before their successors exist, and capacity is scarce: a deleted node may not come back.
    .hint = Reserve the machines, or use maxSurge with maxUnavailable 0.
check-time-out-of-bounds = { $seconds } s after the start is out of bounds.
    .hint = Write a time between the start and ten years later.
check-toleration-without-key = A toleration without a key needs the operator Exists.
    .hint = Write "operator": "Exists".
check-total-limits-version = Limits for the whole pool need a control plane from { $from } on; it is at { $master }.
    .hint = Write minNodeCount and maxNodeCount, the limits in each zone.
check-version-control-plane = The nodes of “{ $pool }” are to go to { $to }, but the control plane is at { $master } then: GKE refuses nodes that are newer than the control plane.
    .hint = Upgrade the control plane first and wait for its end, raise currentMasterVersion, or name an older version.
check-version-control-plane-step = The control plane goes from { $from } to { $to }: it moves one minor version at a time.
    .hint = Name { $major }.{ $minor } first.
check-version-pool-step = The nodes of “{ $pool }” go from { $from } to { $to } at once: GKE upgrades a node pool by two minor versions at most.
    .hint = Upgrade “{ $pool }” to { $major }.{ $minor } first.
check-version-nothing-to-do = “{ $pool }” is at { $version } like the control plane: without a version, GKE upgrades nodes to the control plane's, so no node changes.
    .hint = Upgrade the control plane first, or name a version.
check-version-downgrade = The nodes of “{ $pool }” go from { $from } back to { $to }: this is a downgrade.
    .hint = Name a version from { $from } on to upgrade.
check-rollback-upgraded-again = After its rollback GKE upgrades “{ $pool }” again in the next window, as it has autoUpgrade: this isn't simulated.
    .hint = Before the rollback, { $channel ->
        [some] add an exclusion of the scope NO_MINOR_OR_NODE_UPGRADES.
        [none] turn autoUpgrade off (--no-enable-autoupgrade).
       *[unknown] add an exclusion of the scope NO_MINOR_OR_NODE_UPGRADES or, without a release channel, turn autoUpgrade off (--no-enable-autoupgrade).
    }
check-version-end-of-support = The support of the control plane's version { $version } ended at { $end }: GKE upgrades the cluster to a supported minor version by itself, also outside the maintenance windows and inside exclusions.
    .hint = Upgrade before GKE does, or move to the Extended channel while its support lasts. In a run, “upgrade” with the override endOfSupport is that upgrade.
check-version-skew = The nodes of “{ $pool }” { $when ->
        [now] are at
        [then] go to
       *[still] are still at
    } { $version }, and the control plane is at { $master }: nodes may trail it by two minor versions at most.
    .hint = { $when ->
        [now] Upgrade “{ $pool }” to { $major }.{ $minor } or later.
        [then] Name a version from { $major }.{ $minor } on.
       *[still] Upgrade “{ $pool }” to { $major }.{ $minor } or later first.
    }
check-version-unreadable = “{ $version }” isn't a valid version.
    .hint = Write it like 1.33.5-gke.1162000 or 1.33.
check-window-availability = The window is open too seldom. { $leaves }
    .hint = { $starts ->
        [none] Open it on more days, or for longer.
       *[other] Only its start makes it so: it opens for the first time at { $starts }, and counted from there it is enough. Let it start today.
    }
check-window-daily-time = “{ $text }” isn't a valid time of day.
    .hint = Write HH:MM in UTC, from 00:00 to 23:59.
check-window-delay-until = Without delayUntil it is open from which day this rule counts.
    .hint = Write delayUntil, a day in UTC: with INTERVAL above 1 and without BYDAY it is required.
check-window-ends-before-start = The window ends at or before its start.
    .hint = The end minus the start is how long each window lasts; write a later end.
check-window-frequency = GKE does not take FREQ=HOURLY, MINUTELY or SECONDLY.
    .hint = Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.
check-window-instant = “{ $text }” isn't a valid time.
    .hint = Write it like 2026-01-05T02:00:00Z, in UTC or with an offset.
check-window-leaves = In the { $days } days from { $from } on it leaves { $open } for maintenance, in pieces of 4 h or more; GKE asks for { $needed } (edition { $edition }).
check-window-no-bound = The window has no { $field }; its first occurrence gives time of day and length.
    .hint = Write it like 2026-01-05T02:00:00Z, in UTC or with an offset.
check-window-no-duration = The window has no duration.
    .hint = Write how long each window lasts, at least 14400s.
check-window-time-of-day = This isn't a valid time of day.
    .hint = Hours from 0 to 23, minutes and seconds from 0 to 59.
check-window-too-many = The rule opens the window hundreds of times a day, or takes as many steps to find out.
    .hint = A window that opens so often is meant otherwise: write a longer one, and fewer parts.
check-window-too-short = Each window lasts { $length }; GKE asks for at least 4 h.
    .hint = Move the end so that it is 4 hours after the start.
check-window-two = The policy has more than one window; a cluster has one.
    .hint = Leave one of them: the window that is set last replaces the one before.
check-workload-anti-affinity-room = The { $pods } Pods of “{ $owner }” need a node each, and there { $nodes ->
        [one] is 1 node
       *[other] are { $nodes } nodes
    }.
    .hint = Lower the replicas, add nodes, or make the term a preferred one.
check-workload-daemon-pod-without-node = Pods of the DaemonSet “{ $workload }” without a node are left out: it makes one for each node.
    .hint = Name their nodes, or list none.
check-workload-bare-pod = { $n ->
        [one] 1 Pod has
       *[other] { $n } Pods have
    } no controller: an upgrade deletes the node, and nothing creates the Pod again: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }.
    .hint = Save its data, or let a Deployment or a Job create it.
check-workload-daemons = { $n ->
        [one] 1 DaemonSet has
       *[other] { $n } DaemonSets have
    } host ports or a long grace period, and no drain evicts such Pods: each goes with its node, without its grace period and without preStop: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }.
    .hint = Let load balancers take the node out before, or serve from a Deployment with a budget.
check-workload-pinned = { $n ->
        [one] 1 workload names
       *[other] { $n } workloads name
    } the node of its Pods (kubernetes.io/hostname), and an upgrade replaces that node by one of another name, so that they stay Pending: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }.
    .hint = Select a label that new nodes have, too, such as cloud.google.com/gke-nodepool.
check-workload-single = { $n ->
        [one] 1 workload has a single replica and is away while its Pod moves
       *[other] { $n } workloads have a single replica and are away while their Pod moves
    }: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }.
    .hint = Run two replicas during the upgrade, or accept the gap.
check-workload-no-budget = { $n ->
        [one] 1 workload has
       *[other] { $n } workloads have
    } no PodDisruptionBudget, so drains may take several Pods at once: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }.
    .hint = Add a budget with maxUnavailable 1.
check-workload-host-port = { $pods } Pods need port { $port } { $protocol } of their node, and there { $nodes ->
        [one] is 1 node
       *[other] are { $nodes } nodes
    }.
    .hint = Lower the replicas, add nodes, or take the port away: a Service needs none.
check-workload-term-without-selector = A term without labelSelector is about no Pods.
    .hint = Write a labelSelector; {"{"}{"}"} means all Pods of the namespace.
check-workload-no-such-label = No node has the label { $key }={ $value } that the Pods of “{ $workload }” need: they stay Pending.
    .hint = Give a pool the label, or change nodeSelector.
check-workload-too-large = A Pod of “{ $workload }” requests { $cpu } m CPU and { $memory } MiB memory, and no node has as much of everything that it requests: it stays Pending.
    .hint = Lower the requests, or give a pool a larger machineType.
json-edition = an edition of the limits, “2026” or “2025”
json-duration = a duration like “180s” or “1h30m”, or integer milliseconds
json-flag = true or false
json-instant = an instant like “2026-01-05T00:00:00Z”
json-integer = an integer
json-integer-or-percentage = an integer or a percentage like “50%”
json-large-integer = an integer from 0 to 2^64 − 1
json-list = a list
json-long-text = a long text
json-not-utf-8 = byte { $at } is not UTF-8
json-number = a number
json-object = an object
json-quantity = a quantity like “500m” or “2Gi”
json-syntax = { $error }
json-text = a text
json-time = a time like “90s”, “01:02:03” or “2026-01-05T00:00:00Z”
json-too-large = the text has { $size } MiB; the limit is 128 MiB
json-too-many-values = the text holds more than 16 million values
json-value = { $value }

## Recurrence rules

rrule-too-long = A rule has at most { $bytes } bytes.
    .hint = Write a shorter one.
rrule-empty = There is no rule.
    .hint = Write for example FREQ=WEEKLY;BYDAY=SA,SU.
rrule-no-freq = The rule does not say FREQ.
    .hint = Begin with FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY or FREQ=YEARLY.
rrule-no-part = There is no part between two semicolons.
    .hint = Remove one of them.
rrule-part-twice = { $part } stands here more than once.
    .hint = Remove one of them.
rrule-no-value = { $part } has no value.
    .hint = Write one, or remove the part.
rrule-elsewhere = { $part ->
        [BYEASTER] BYEASTER isn't part of RFC 5545; some programs have it as an extension.
       *[other] In a calendar, this is a property beside the rule, not a part of it.
    }
    .hint = { $part ->
        [BYEASTER] Name the days by BYMONTH and BYMONTHDAY, or as exclusions of their own.
        [DTSTART] Leave it out: the first window says when the rule starts.
        [EXDATE] Leave it out, and write an exclusion.
        [RDATE] Leave it out: a rule has no dates of its own.
        [TZID] Leave it out: a rule is in UTC.
       *[other] Leave it out: the first window says how long each one is.
    }
rrule-unknown-part = “{ $part }” isn't a valid part of a rule.
    .hint = { $meant ->
        [none] Remove it.
       *[other] Is { $meant } meant?
    }
rrule-count-and-until = COUNT and UNTIL do not stand in one rule.
    .hint = Remove one of them.
rrule-ordinal = Weekdays have ordinals only where FREQ is MONTHLY or YEARLY.
    .hint = Remove the number, or write FREQ=MONTHLY.
rrule-ordinal-and-week = Weekdays have no ordinals where BYWEEKNO says which week.
    .hint = Remove the number.
rrule-month-day-of-weeks = BYMONTHDAY does not stand with FREQ=WEEKLY.
    .hint = Write FREQ=MONTHLY or FREQ=DAILY.
rrule-year-day = BYYEARDAY does not stand with FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY.
    .hint = Write FREQ=YEARLY.
rrule-week-number = BYWEEKNO stands only with FREQ=YEARLY.
    .hint = Write FREQ=YEARLY.
rrule-set-position = BYSETPOS chooses among what other BY parts name, and there is none.
    .hint = Add BYDAY or another of them, or remove BYSETPOS.
rrule-until-form = UNTIL is not of the form of a date or of a date with a time.
    .hint = Write it like 20261231T235959Z.
rrule-until-day = UNTIL names a day that is in no calendar.
    .hint = Write it like 20261231T235959Z.
rrule-until-time = UNTIL names a time that is on no clock.
    .hint = Write it like 20261231T235959Z.
rrule-until-end-of-day = UNTIL without a time is read as 23:59:59Z of that day.
rrule-until-in-utc = UNTIL without a Z is read as UTC.
rrule-second-sixty = Second 60 is read as second 59.
rrule-frequency = “{ $value }” isn't a valid frequency.
    .hint = { $meant ->
        [none] Write DAILY, WEEKLY, MONTHLY or YEARLY.
       *[other] Is { $meant } meant?
    }
rrule-number-too-large = { $part } is more than { $most }.
    .hint = Leave it out, or write a smaller number.
rrule-no-number = { $part } is a whole number from 1, and not “{ $value }”.
    .hint = Leave it out, or write a number like 2.
rrule-comma = { $part } lacks a number beside a comma.
    .hint = Remove the comma.
rrule-signed-number = { $part } has numbers from 1 to { $most } and from -{ $most } to -1, and not “{ $value }”.
    .hint = { $advice ->
        [BYMONTHDAY] -1 is the last day of a month.
        [BYYEARDAY] -1 is the last day of a year.
        [BYWEEKNO] -1 is the last week of a year.
       *[other] -1 is the last of what the other parts name.
    }
rrule-number = { $part } has numbers from { $least } to { $most }, and not “{ $value }”.
    .hint = { $advice ->
        [ZERO] Is 0 meant?
        [BYHOUR] Hours are those of UTC, and 0 is midnight.
        [BYMONTH] 1 is January.
       *[other] Write for example 0.
    }
rrule-no-ordinal = The ordinal of a weekday is from 1 to 53 or from -53 to -1, and not “{ $value }”.
    .hint = 1 is the first of the month or year, -1 the last.
rrule-weekday-comma = A weekday is missing beside a comma.
    .hint = Remove the comma.
rrule-no-weekday = “{ $value }” isn't a valid weekday.
    .hint = { $meant ->
        [none] Weekdays are MO, TU, WE, TH, FR, SA and SU.
       *[other] Is { $meant } meant?
    }

noun-pool = pool
noun-node = node
noun-zone = zone
noun-workload = workload
noun-budget = budget
noun-service = Service
noun-pod = Pod
noun-version = version
weekday-monday = Monday
weekday-tuesday = Tuesday
weekday-wednesday = Wednesday
weekday-thursday = Thursday
weekday-friday = Friday
weekday-saturday = Saturday
weekday-sunday = Sunday
month-january = January
month-february = February
month-march = March
month-april = April
month-may = May
month-june = June
month-july = July
month-august = August
month-september = September
month-october = October
month-november = November
month-december = December
span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
span-parts = { $whole } { $part }
not-a-number = not a number

## Links

link-form = This isn't a link to a scenario: it must start with “1.” after “#s=”.
link-newer = The link was created by a newer version of Nodetide (format { $version }); this version reads format { $read }. Reload the page.
link-character = Character { $at } of the link is { $character }, which isn't valid in a link. Copy the link again.
link-cut-off = The end of the link is missing. Copy the whole link.
link-damaged = The link was changed and can't be read. Copy it again.
link-too-large = The link contains more than { $size } MiB, the limit for scenarios in links.
link-utf-8 = The content of the link isn't text.
link-json = The content of the link isn't a scenario: { $reason }.

## Loaded later, as all that follows (xtask/src/parts.rs): answers to why
why-volume-zones = Its volumes hold it in their zones.
why-volume-local = Its disk is local to { $there ->
        [yes] a node, and it fits no other
       *[no] a node that isn't there any more, and it fits no other: it stays Pending until its claim is deleted or a node of that name is back
    }.
why-other-zone = Zones are upgraded one at a time, and another zone is in progress.
why-fails-on-version = { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    } of { $workload } on nodes of version { $version }: { $how ->
        [crash] CrashLoopBackOff
        [image] ImagePullBackOff
       *[unready] not ready
    } (since { $since }); on older nodes its Pods work. If the version is the cause, { $run ->
        [cancelled] roll back { $pool }
       *[goes] cancel the upgrade of { $pool } and roll it back
    }: every further node takes working Pods away.
why-waits-for-surge = A surge slot is assigned to it and waits until { $node } is Ready; then it is cordoned.
why-slots-full = Every slot of the zone is taken: the settings allow { $used ->
        [one] 1 node
       *[other] { $used } nodes
    } at once.

why-node-booting = Node { $node } has been booting for { $for } (since { $since }).
why-node-recreating = Node { $node } is being recreated. Started { $for } ago (at { $since }).
why-node-missing = Node { $node } has been gone for { $for } (since { $since }) and is waiting for a VM.
why-node-deleting = Node { $node } is being deleted. Started { $for } ago (at { $since }).
why-node-abandoned = The VM of node { $node } is being deleted. Started { $for } ago (at { $since }). It never registered as a node.
why-node-gone = Node { $node } has been gone since { $since }.
why-node-drained = Node { $node } was drained at { $since }.
why-node-draining = Node { $node } has been draining for { $for } (since { $since }). { $gone } of { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    } gone, { $left } to go.
why-node-blocked = The drain of node { $node } has been blocked for { $for } (since { $since }). { $gone } of { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    } gone, { $left } to go; refused: { $refused }.
why-node-silent = The kubelet of node { $node } stopped at { $since }; the control plane hasn't detected it yet.
why-node-lost = Node { $node } is not ready: its kubelet hasn't responded for { $for } (since { $since }).
why-node-not-ready = Node { $node } has not been Ready for { $for } (since { $since }){ $condition ->
        [none] , for no stated reason
       *[other] : { $condition }
    }.
why-ordinal-waits = podManagementPolicy is OrderedReady: { $workload }-{ $ordinal } is recreated only when all Pods of lower ordinals are Ready, and { $lower } isn't.
why-pod-held = Its grace period is over, but it stays until what set its finalizers has removed them: { $finalizers }. A deletion with grace period 0 doesn't end it, nor does that of its node; a drain waits for it until its limit. kubectl patch with an empty metadata.finalizers removes it.
why-quota-short = { $quota } is { $short } short: { $left } were left at the start of the run.
why-not-ready-repair = { $repair ->
        [yes] GKE repairs a node that has not been Ready for 10 minutes: it is drained and recreated under its name. The run assumes that it is Ready after that.
       *[no] No auto-repair recreates it: management.autoRepair of its pool is false.
    }
why-awaited-node = The upgrade waits for node { $node } to be Ready, which it has not been since { $since }{ $condition ->
        [none] {""}
       *[other] {" "}({ $condition })
    }; its slot takes no other node. { $repair ->
        [yes] GKE repairs it after 10 minutes of that: it is drained and recreated under its name. The run assumes that it is Ready after that.
       *[no] Nothing repairs it: management.autoRepair of its pool is false. Mend what keeps it from being Ready, or delete its VM, which is then created again.
    }
why-node-disk-full = The boot disk of node { $node } has been full for { $for } (since { $since }); no Pod is scheduled there.
why-node-down = The VM of node { $node } has been down for { $for } (since { $since }) because of a host event.
why-node-cordoned-before = Node { $node } has been cordoned since before the start of the run; running Pods continue.
why-node-cordoned = Node { $node } has been cordoned for { $for } (since { $since }); running Pods continue.
why-node-waits = Node { $node } is ready and not upgraded yet.
why-node-new = Node { $node } has been ready with the new configuration for { $for } (since { $since }).
why-node-idle = Node { $node } has been ready for { $for } (since { $since }); no action pending.
why-placed-before = The Pod was scheduled before the run started.
why-not-yet = { $subject } does not exist yet.

why-pod-pending = Pod { $pod } has been Pending for { $for } (since { $since }).
why-autoscaler-ignores = The cluster autoscaler adds no node for it: its priority is below −10.
why-pool-grows-for-pods = The cluster autoscaler grows { $pool } in { $zone } for { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    } of its workload. The Pods are not tied to the new nodes. GKE may decide up to 10 s earlier.
why-second-opinion = By GKE's own weights { $pool } would have grown.
why-second-opinion-same = By GKE's own weights the same pool would have grown.
why-pool-stays = { $pool } doesn't grow in { $zone }: { $why }.
why-pool-autoscaled = The cluster autoscaler manages the pool, which has { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, those that are coming included.
why-pool-last-grown = It last grew at { $at }, for Pods that waited. GKE may decide up to 10 s earlier.
why-pool-backs-off = { $missing ->
        [one] 1 node doesn't come
       *[other] { $missing } nodes don't come
    } in { $zone }: { $why }. The autoscaler leaves the pool alone there for a while.
why-node-for-pods = The cluster autoscaler asked for it at { $at }, for Pods that wait. They are not tied to it.
why-node-unneeded = It has been unneeded since { $since }: its Pods request little, and fit on other nodes.
why-node-unneeded-expendable = It has been unneeded since { $since }: Pods of a priority below −10 hold no node, and its others request little and fit on other nodes.
why-node-is-unneeded = Node { $node } has been unneeded for { $for } (since { $since }).
why-node-held = Node { $node } is little used, and has stayed for { $for } (since { $since }): { $why }.
why-node-held-by = Node { $node } is little used, and has stayed for { $for } (since { $since }) because of { $pod }: { $why }.
why-node-stays = The cluster autoscaler doesn't remove it: { $why }.
why-node-removed = The cluster autoscaler has been removing node { $node } for { $for } (since { $since }).
why-pod-starting = Pod { $pod } has been starting on { $node } for { $for } (since { $since }).
why-pod-volume = Pod { $pod } on { $node } has waited for its volume for { $for } (since { $since }).
why-pod-not-ready = Pod { $pod } on { $node } has been running but not ready for { $for } (since { $since }).
why-fails-assumed = The run assumes that it goes on failing, and its replacement too, { $version ->
        [any] on nodes of any version: also after a rollback.
       *[other] on nodes of version { $version } only: after a rollback it works.
    }{ $ready ->
        [yes] {" "}While its container runs, the Pod counts as ready: no delay of a readiness probe is assumed.
       *[no] {""}
    }
why-pod-crash-loop = The container of Pod { $pod } on { $node } has failed and waits to be started again: CrashLoopBackOff for { $for } (since { $since }).
why-pod-image-pull = The image of Pod { $pod } on { $node } could not be pulled: ImagePullBackOff for { $for } (since { $since }).
why-pod-killed = The container of Pod { $pod } on { $node } has been ended by its probe for { $for } (since { $since }).
why-pod-ready = Pod { $pod } has been ready on { $node } for { $for } (since { $since }).
why-pod-refused = The eviction of Pod { $pod } has been refused for { $for } (since { $since }).
why-pod-terminating = Pod { $pod } on { $node } has been terminating for { $for } (since { $since }).
why-kubelet-silent = The kubelet of { $node } doesn't answer, so nothing confirms that its containers have ended: the Pod object stays until a repair or an upgrade drains or deletes the node, or the Pod is deleted by force.
why-name-taken = { $workload } has no second Pod of that name: it creates the next { $pod } when this one is gone.
why-pod-finished = Pod { $pod } has finished.
why-pod-gone = Pod { $pod } has been gone since { $since }.

why-pool-idle = Pool { $pool } isn't being upgraded. It has { $of ->
        [one] 1 node
       *[other] { $of } nodes
    }.
why-drain-earlier = Its drain began before the start, at { $since }: { $left } of its limit was left then.
why-pool-queued-from = The upgrade of { $pool } is due from { $since } on and can't start yet.
why-pool-queued = The upgrade of { $pool } has been due for { $for } (since { $since }) and can't start yet.
why-pool-running-now = Pool { $pool } is being upgraded: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-running = Pool { $pool } has been upgrading for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-waiting-from = Pool { $pool } waits for resources from { $since } on: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-waiting = Pool { $pool } has been waiting for resources for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-paused-from = The upgrade of { $pool } is paused from { $since } on: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-paused = The upgrade of { $pool } has been paused for { $for } (since { $since }): { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] is
       *[other] are
    } done.
why-pool-cancelling = The upgrade of { $pool } was canceled at { $since }; nodes already in progress finish.
why-pool-cancelled = The upgrade of { $pool } was canceled at { $since }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } { $done ->
        [one] has
       *[other] have
    } the new configuration.
why-pool-rolling-back = Pool { $pool } has been rolling back for { $for } (since { $since }).
why-pool-succeeded = The upgrade of { $pool } succeeded at { $since }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    }.
why-pool-rolled-back = Pool { $pool } was rolled back at { $since }.
why-side-creating = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $ready } of { $of ->
        [one] 1 green node
       *[other] { $of } green nodes
    } { $ready ->
        [one] is
       *[other] are
    } Ready.
why-side-cordoning = Pool { $pool } has been in { $phase } since { $since }: { $of ->
        [one] its blue node is
       *[other] its { $of } blue nodes are
    } cordoned{ $green ->
        [0] {""}
       *[other] {" "}and all green nodes are Ready
    }.
why-side-draining = Pool { $pool } has been in { $phase } for { $for } (since { $since }): draining batch { $batch } of { $batches }.
why-side-batch-soaks = Pool { $pool } has been in { $phase } for { $for } (since { $since }): the drain of batch { $batch } of { $batches } is over, and it soaks.
why-side-waits = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $blue } of { $of ->
        [one] 1 blue node
       *[other] { $of } blue nodes
    } left, { $green ->
        [0] no green node yet
        [one] 1 green node
       *[other] { $green } green nodes
    }.
why-side-drains-left = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $blue ->
        [one] 1 blue node is left
       *[other] { $blue } blue nodes are left
    } and drained, up to 20 at once.
why-side-soaking = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $blue ->
        [one] 1 blue node
       *[other] { $blue } blue nodes
    } kept, { $ready ->
        [one] 1 green node
       *[other] { $ready } green nodes
    } in use.
why-side-deleting = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $blue } of { $of ->
        [one] 1 blue node
       *[other] { $of } blue nodes
    } left.
why-side-rolling-back = Pool { $pool } has been in { $phase } for { $for } (since { $since }): { $green } of { $of ->
        [one] 1 green node
       *[other] { $of } green nodes
    } left.
why-side-paused = The upgrade of { $pool } has been paused in { $phase } for { $for } (since { $since }).
why-left-on-blue = { $nodes ->
        [one] 1 blue node is left
       *[other] { $nodes } blue nodes are left
    }{ $ends ->
        [0] { "" }
        [one] ; 1 is drained in this run, whatever protects its Pods
       *[other] ; { $ends } are drained in this run, whatever protects their Pods
    }.
left-node = { $node }: { $why }, { $until }
left-held-by = { $pod }: { $why }
left-held = { $why }
left-empty = drained, and deleted with the others
left-deleting = its VM is being deleted
left-away = its VM is being made again
left-next = waits for one of { $drains } drains at a time
left-unneeded = unneeded since { $since }
left-unmanaged = no autoscaler removes it
left-not-looked-at = the autoscaler has not looked at it yet
left-drains = drains: { $pods }
left-stays = stays in this run
left-until-drained = drained from { $at }
left-until-removed = removed { $at }
left-until-given-up = its drain is given up { $at }
left-until-empty = empty { $at }
left-until-gone = gone { $at }
left-at-the-end = { $node }: { $pods }
why-pool-failed = Pool { $pool } failed its quota check at { $since }; nothing was created.

why-budget = { $budget } currently allows { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    }.
why-budget-refuses = { $budget } currently allows { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    } and blocks { $pods }.
why-daemon-goes = When a node is replaced, no drain evicts its Pod: it goes with the node, without its grace period of { $grace } and without preStop.
why-budget-failed = { $budget } allows no disruptions: its status can't be computed because a Pod's owner has no scale subresource.
why-workload = { $workload }: { $ready } of { $desired ->
        [one] 1 Pod
       *[other] { $desired } Pods
    } ready.
why-service = { $service }: { $ready ->
        [one] 1 ready endpoint
       *[other] { $ready } ready endpoints
    }.
why-service-balanced = { $service }: { $ready ->
        [one] 1 ready endpoint
       *[other] { $ready } ready endpoints
    }. { $healthy } of { $backends } backends pass the health check{ $healthy ->
        [0] , so all are tried
       *[other] { "" }
    }, and no new connection is lost.
why-service-loses = { $service } loses { $percent } % of its new connections: they { $how }{ $backends ->
        [0] , since no node is a backend
       *[other] {" "}on { $nodes } of { $backends } backends
    }. { $ready ->
        [0] No endpoint is
        [one] 1 endpoint is
       *[other] { $ready } endpoints are
    } ready.
why-service-reaches = { $what } { $connected } of { $backends } backends get new connections.
why-service-drawn = { $what } Depending on the random subset of nodes, it is { $least } to { $worst } %.
lost-timed-out = time out
lost-refused = are refused
lost-reset = are reset
until-no-loss = { $at }, when none is lost any more.
why-zone = No upgrade is active in { $zone }. { $pool } has { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } there, { $done } of them upgraded.
why-zone-empty = { $zone } has no nodes.
why-zone-done = The upgrade of { $pool } finished { $zone } at { $since }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded.
why-zone-next = { $zone } is waiting for its turn in the upgrade of { $pool }: { $done } of { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } upgraded, one zone at a time.
why-zone-out = { $zone } has been out of stock since { $since }. { $upgrade }
why-cluster = { $nodes ->
    [one] The cluster has 1 node.
   *[other] The cluster has { $nodes } nodes.
}
why-cluster-upgrade = { $cluster } { $upgrade }
why-control-plane-waits = The control plane operation has been due for { $for } (since { $since }) and can't start yet.
why-single-host = Each node is a TPU slice of its own (single-host): nodes are replaced by the settings of the pool, not all at once like a multi-host slice.
why-control-plane-outside = No automatic upgrade of the control plane may be in progress now: a manual one ignores windows and exclusions.
why-control-plane-at-work = { $what } has been in progress since { $since }: replica { $replica } of { $of }.
why-record = Record { $no }, at { $since }: { $subject }, { $fact }.

until-node-ready = { $at }, when it is Ready.
until-node-gone = { $at }, when its VM is gone.
until-lost = { $at }, when the control plane detects it.
until-back = { $at }, when it is back.
until-vm-deleted = { $at }, when its VM is deleted.
until-repair = { $at }, when its repair starts.
until-exists = { $at }, when it is created.
until-never = Nothing in this run ends it.
until-never-taken = Not in this run.
until-never-bound = No node fits in this run.
until-last-forced = { $at }, when the last refused Pod is forced out.
until-recreated = { $at }, when its StatefulSet recreates { $workload }-{ $ordinal }.
until-pod-deleted = { $at }, when it is deleted without regard to its PDB.
until-last-deleted = { $at }, when the last refused Pod is deleted without regard to its PDB.
until-rollout-done = { $at }, when the rollout is done.
until-next-rollout = { $at }, when another rollout begins.
until-preempted = { $at }, when it makes room for a Pod of higher priority.
until-ends = { $at }, when it ends.
until-exclusion = When an exclusion without a known end is removed; not in this run.
until-drain-limit = { $at }, when remaining Pods are forced out.
until-drain-gives-up = { $at }, when the drain gives up.
until-drain-leaves = { $at }, when evictions stop; remaining Pods stay until the blue pool is deleted.
until-drain-deletes = { $at }, when Pods whose eviction is refused are deleted, each with its grace period.
until-pod-ready = { $at }, when { $pod } is ready.
until-unblocked = { $at }, when the last refused eviction is granted.
until-drained = { $at }, when the drain ends.
until-latest = { $first } At the latest { $limit }, when remaining Pods are forced out.
until-latest-gives-up = { $first } At the latest { $limit }, when the drain gives up.
until-latest-kept = { $first } At the latest { $limit }, when the node is kept.
until-latest-leaves = { $first } At the latest { $limit }, when evictions stop; remaining Pods stay until the blue pool is deleted.
until-latest-deletes = { $first } Refused evictions are at the latest { $limit } deletions, with the grace period of each Pod.
until-capacity = { $at }, when capacity is available.
until-no-capacity = When capacity is available; not in this run.
until-uncordoned = { $at }, when it is uncordoned.
until-cordoned = { $at }, when it is cordoned.
until-its-turn = { $at }, when a slot takes it.
until-volume = { $at }, when its volume is attached.
until-never-volume = Not in this run: the other node keeps the volume.
until-next-pull = { $at }, at the next try, which fails too unless the image can be pulled by then.
until-restart = { $at }, when it is started again.
until-this-pod-ready = { $at }, when it is ready.
until-pod-gone = { $at }, at the latest.
until-bound = { $at }, when it is scheduled on { $node }.
until-terminating = { $at }, when it is deleted.
why-pod-bare = No controller owns it: nothing creates it again.
until-evicted = { $at }, when its eviction is granted or no longer needed.
until-forced = { $at }, when it is forced out.
until-pdb-timeout = { $at }, when pdbTimeoutDuration is over and Pods with PDBs are deleted.
until-hour-over = { $at }, when budgets hold no longer after the wait and their Pods are deleted.
until-succeeded = { $at }, when every node is upgraded.
until-cancelled = { $at }, when it is canceled.
until-paused = { $at }, when it is paused.
until-started = { $at }, when it starts.
until-resumes = { $at }, when it resumes.
until-rolled-back = { $at }, when everything is rolled back.
until-wait-over = { $at }, when the wait is over and the blue nodes are drained.
until-blue-empty = { $at }, when the last blue node is gone.
until-blue-drained = { $at }, when the last Pods of blue are gone.
until-pool-soak = { $at }, when the soak ends and the blue pool is deleted; until then it can be rolled back.
until-batch-soak = { $at }, when the drain of batch { $batch } starts.
until-last-batch-soak = { $at }, when the node pool soak starts.
until-green-ready = { $at }, when all green nodes are Ready and the blue pool is cordoned.
until-blue-gone = { $at }, when the last blue node is gone.
until-control-plane = { $at }, when the control plane operation is complete.
until-changes = { $at }, when its state changes.
until-command = When someone resumes it{ $commands ->
        [both] {" "}or rolls it back
       *[resume] {""}
    }.
until-upgraded-again = When GKE upgrades the rest of the nodes automatically (UP-15), from { $at } on{ $others ->
        [0] {""}
       *[other] {" "}and after { $pools }
    }, or someone resumes it{ $commands ->
        [both] {" "}or rolls it back
       *[resume] {""}
    }; not in this run.
until-window = When a window opens; not in this run.
until-version = When the control plane has the target version; not in this run.
until-other-run = When the upgrade of the other pool ends; not in this run.
until-old-nodes = When all nodes of { $pools } have { $version } or later, as soon as they are upgraded manually, or automatically from { $at } on, when nothing blocks that anymore; not in this run.
until-old-nodes-manually = When all nodes of { $pools } have { $version } or later, which takes a manual upgrade; not in this run.
until-control-plane-free = When the work on the control plane is complete; not in this run.
until-next-start = { $at }, when nothing blocks its start anymore; this run ends before that.
until-backoff = { $at }, when it retries.
until-zone-done = { $at }, when the zone is done.
until-zone-starts = { $at }, when its turn starts.
until-max-run-duration = { $at }, when it reaches maxRunDuration.
until-taken-away = { $at }, when its VM is taken away.
until-zone-never-starts = Its turn doesn't come in this run.
until-stays = Stays like this until the end of the run.
until-leaves = { $at }, when it is evicted.
until-marked = { $at }, when the autoscaler begins to remove it.
until-held = { $at }, when the autoscaler finds that it stays: { $why }.
until-kept = { $at }, when it is kept after all.
until-deleted = { $at }, when its VM is deleted.
until-stock = { $at }, when stock is available again.

input-ready-after = Ready after
input-gone-after = gone after
input-start = containers start in
input-exit-code = exit code
input-wait = next start after
input-next-pull = next try after
input-pods = Pods to evict
input-replicas = replicas
input-workload = owner
input-limit = drain limit
input-pod = Pod
input-cut = open connections cut
why-packet = One new connection:
packet-step = { $no } { $title }
hop-name = { $name }
ui-lb = Load balancer of { $name }: { $backends } { $backends ->
    [one] backend
   *[other] backends
}, { $passing } pass the health check
ui-lb-loses = Load balancer of { $name }: { $backends } { $backends ->
    [one] backend
   *[other] backends
}, { $passing } pass the health check, { $lost } % of new connections are lost
ui-lb-drawn = { $what } ({ $least } to { $worst } %, depending on the subset of nodes)
ui-lb-client = Client
ui-lb-outside = From outside
ui-lb-network = From the VPC network
ui-lb-inside = From a Pod
ui-lb-cluster = Compare with Cluster
ui-lb-local = Compare with Local
ui-lb-way = One new connection
backend-left = left { $for } ago
backend-idle = gets no new ones
backend-answers = answers
backend-partly = answers in part
backend-silent = no answer
backend-refuses = refuses
backend-resets = resets
backend-passing = It passes the health check
backend-failing = It fails the health check
backend-gone = It is no backend any more
hop-rule = Forwarding rule
hop-backends = Backends
hop-node = On the node
hop-client = In the cluster
hop-answer = Answer
packet-rule = to the address of { $service }, { $port }; addresses and ports stay as they are up to a node
packet-rule-any = to the address of { $service }; addresses and ports stay as they are up to a node
packet-passing = { $kind }: { $healthy } of { $backends } { $backends ->
    [one] backend passes
   *[other] backends pass
} the health check of { $port }, a probe every { $every }, which { $failures } failures in a row fail
packet-none-passes = { $kind }: none of { $backends } { $backends ->
    [one] backend
   *[other] backends
} passes the health check of { $port }, so all are tried
packet-lost-nowhere = { $kind } without backends: the client times out
probe-port = port { $port }
probe-assigned = a port that the API has assigned
packet-chosen = { $backends ->
    [one] the only one that is tried
   *[other] 1 of { $backends } that are tried, by a hash of { $affinity ->
        [1] both addresses: all connections of a client come here
       *[other] addresses and ports
    }
}
packet-lost-vm = its VM doesn't answer: the client times out
packet-lost-timed-out = no Pod on { $node } can be chosen, and its kernel drops the packet: the client times out, and tries again after 1, 3 and 7 s
packet-lost-refused = no Pod of the Service can be chosen, and the kernel of { $node } rejects the packet: the client is refused
packet-lost-reset = no Pod can be chosen, and the kernel of { $node } answers with a reset
packet-to = { $by } sets a Pod's address and { $target } as the destination; the client's address stays the source
packet-to-masked = { $by } sets a Pod's address and { $target } as the destination, and the address of { $node } as the source
packet-port = port { $port }
packet-port-any = port
packet-here = on the same node, 1 of { $pods } ready { $pods ->
    [one] Pod
   *[other] Pods
}
packet-there = a second hop, to { $on }: 1 of { $pods } ready { $pods ->
    [one] Pod
   *[other] Pods
}
packet-over = on another node, { $on }: 1 of { $pods } ready { $pods ->
    [one] Pod
   *[other] Pods
}
packet-last = on { $on }: none is ready, so as a last resort one that terminates and still serves
packet-lost-pod = on { $on }, whose VM doesn't answer, as { $dead } of { $pods } ready { $pods ->
    [one] Pod
   *[other] Pods
}: the client times out
packet-direct = from { $on } straight to the client, past the load balancer
packet-back = from { $on } back to { $node }, which restores the addresses and answers the client, past the load balancer
packet-inside = { $node }, the client's own node, translates the address; forwarding rule, backends, health check and traffic policy take no part
packet-inside-assumed = { $node }, the client's own node, translates the address; forwarding rule, backends, health check and traffic policy take no part, which is assumed for Dataplane V2
cut-part = { $percent } % at once, at { $at }
input-drain-since = drain started
input-draining = draining
input-refused-pods = eviction refused
input-grace = its grace period
input-refused-since = eviction refused since
input-terminating-pods = terminating
input-terminated-at = the last one is gone by
input-removed-at = asked to leave at
input-upgrade-of = by the upgrade of
input-command = by
input-rollout-of = rollout of
input-revision = new revision
input-revision-in-cluster = deployment.kubernetes.io/revision
input-rollout-since = under way since
input-deadline-exceeded = progress deadline exceeded since
input-updated-pods = updated Pods
input-rollout-unready = updated Pods that aren't ready
input-rollout-recreates = updated Pods
input-replaced-by = replaced by
input-work-lost = work lost
input-replaced-at = created
input-forced-at = forced out at
input-gives-up-at = gives up at
input-deleted-at = refused ones deleted at
input-kept-at = kept if still refused at
input-retried-every = retried every
input-zone = its zone
input-volume-zones = zones of its volumes
input-volume-node = node of its disk
input-volume-users = used there by
input-turn = turn
input-took = took
input-evictions = evictions
input-forced = forced out
input-blocked = drains blocked
input-node = node
input-room-at = capacity there at
input-preempted-for = preempted for
input-placed-at = scheduled at
input-version = version
input-pods-here = Pods on it
input-zone-now = zone in progress
input-slot = slot
input-ready-at = Ready at
input-slots = slots
input-max-surge = maxSurge
input-max-unavailable = maxUnavailable
input-in-progress = in progress
input-batch-nodes = batchNodeCount
input-batch-part = batchPercentage
input-batch-size = nodes per batch
input-pool-soak = nodePoolSoakDuration
input-wait = waitForDrainDuration
input-wait-left = wait left
input-soak-left = soak left
input-old-node = old node
input-left-on-blue = Pods left on blue
input-left-on-blue-nodes = left on blue
input-at-the-end = on it when the wait ends
input-next-window = next window
input-announced = announced
input-not-before = earliest start
input-exclusion = exclusion
input-exclusion-scope = its scope
input-exclusion-ends = its end
input-interval-ends = minimum interval between upgrades ends
input-budgets = PDBs
input-filter = rejected
input-nodes = nodes
input-quota = quota
input-quota-left = left of it at the start
input-quota-short = short by
input-spare = VMs beyond the start
input-reservation = reserved VMs
input-starved-slots = slots without a VM
input-drain-filter = filter
input-backoff = backoff
input-failures = failed Pods
input-deadline = activeDeadlineSeconds
input-available = available
input-budget = PDB
input-limit-of-budget = limit
input-healthy = healthy Pods
input-desired = required healthy Pods
input-autoscaler-blue = cluster autoscaler on blue
input-autoscaler-green = cluster autoscaler on green
input-grows = nodes
input-growth-options = options, the best first
input-growth-options-of-gke = options by GKE's own weights
input-nodes-ready-at = all Ready at
input-min-nodes = minimum
input-max-nodes = maximum
input-location-policy = locationPolicy
input-backoff-until = backs off until
input-grows-before = grows again before, as the nodes that came are Ready
input-upgrade-until = next phase of its upgrade at
input-new-node-rejected = a new node is rejected
input-remedy = what helps
input-waits = waits for a node
input-log-code = reason in the autoscaler's log
remedy-max-size = a larger { $flag }
remedy-not-ready = repair or delete the nodes that are missing
remedy-too-large = a higher limit of nodes in the cluster
remedy-resource-limit = a larger --max-cpu, --max-memory or --max-accelerator of the cluster
input-goes-at = its removal begins at
input-kept-by = kept by
remedy-used = smaller requests, or fewer Pods
remedy-both = { $first }; then, as it is used to half or more: { $then }
remedy-min-size = a smaller { $flag }
remedy-minimal-limits = a smaller --min-cpu, --min-memory or --min-accelerator of the cluster
remedy-annotation = remove the annotation cluster-autoscaler.kubernetes.io/scale-down-disabled
remedy-no-place = weaker affinity or anti-affinity, or more room on other nodes
remedy-local-disk = another kind of disk than one of the node, or deleting the claim
remedy-controller = a controller that exists, such as a Deployment, or safe-to-evict: "true"
remedy-min-replicas = more replicas
remedy-local-storage = safe-to-evict-local-volumes, or safe-to-evict: "true"
remedy-not-safe = remove the annotation safe-to-evict: "false"
remedy-system-pod = a budget for the system Pod, with maxUnavailable 1
remedy-budget = a budget with maxUnavailable 1 or more, and Ready Pods
remedy-expendable = set preemptionPolicy: PreemptLowerPriority for it, or raise the priority of the other Pods to −10
remedy-pods-unknown = import the Pods too: kubectl get pods --all-namespaces -o json
remedy-compute-engine = switch Compute Engine autoscaling off for the pool's instance groups
remedy-predicate = a pool whose new nodes fit the Pod, or a Pod that fits them
autoscaler-free = adds and removes nodes
autoscaler-up = only adds nodes
autoscaler-down = only removes nodes
autoscaler-empties = only removes nodes, down to 0
autoscaler-none = disabled
input-allowed = disruptionsAllowed
input-failing-pods = failing Pods
input-ready = ready
input-starting = starting
input-stranded = not ready, on a node that isn't Ready
input-pulling = in ImagePullBackOff
input-pending = pending
input-terminating = terminating
value-after-old-pods = none before the old ones are gone
value-resize = { $from } → { $to } in { $zone }
value-growth-option = { $pool } in { $zone }: { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } for { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
value-nodes-per-zone = { $nodes } per zone
value-nodes-in-total = { $nodes } in all zones
value-of = { $part } of { $whole }
value-allowed = { $healthy } − { $desired } = { $allowed }
value-kubectl-drain = kubectl drain
value-no-known-end = no known end
value-of-daemons = 0, which holds nothing back: a drain doesn't evict these Pods
value-sync-failed = 0, the status can't be computed
edit-max-surge = { $pool } maxSurge { $from } → { $to }
edit-max-unavailable = { $pool } maxUnavailable { $from } → { $to }
edit-surge = { $pool } maxSurge/maxUnavailable { $from_surge }/{ $from_unavailable } → { $to_surge }/{ $to_unavailable }
edit-budget = { $budget } { $from } → { $to }
edit-always-allow = { $budget } unhealthyPodEvictionPolicy IfHealthyBudget → AlwaysAllow
edit-no-budget = remove { $budget }
edit-new-budget = add a PDB with maxUnavailable 1 for { $workload }
edit-replicas = { $workload } replicas { $from } → { $to }
edit-grace = { $workload } terminationGracePeriodSeconds { $from } → { $to }
edit-traffic-policy = { $service } externalTrafficPolicy { $from } → { $to }{ $anew ->
    [0] { "" }
   *[other] {" "}(GKE makes the forwarding rule anew: about 3 min without traffic, not simulated)
}
edit-negs = { $service } created anew with NEGs (its address is new or away meanwhile, which isn't simulated)
edit-spread = { $workload } with at most one Pod more on a node than on others (topologySpreadConstraints), placed anew
edit-serves = { $workload } passes its readiness for { $to } after it is told to stop (preStop)
edit-draining = connection draining of { $service } { $from } → { $to }
edit-stops = { $workload } runs on for { $to } when it is told to stop (preStop)
edit-pdb-timeout = { $pool } pdbTimeoutDuration { $from } → { $to }
edit-quota = quota for { $from } → { $to } more nodes
edit-quota-of = { $quota } left { $from } → { $to }
edit-grace-limit = { $pool } graceTerminationDuration { $from } → { $to }
edit-wait = { $pool } waitForDrainDuration { $from } → { $to }
edit-blue-green = { $pool } SURGE → BLUE_GREEN with batchNodeCount { $batch } and batchSoakDuration { $soak }
edit-soak = { $pool } SURGE → BLUE_GREEN with batchNodeCount 0 and nodePoolSoakDuration { $soak }
edit-under-way = { $edit } ({ $then ->
        [roll-back] cancel the upgrade, update the pool, roll back
        [resume-cancelled] update the pool, resume
       *[resume] cancel the upgrade, update the pool, resume
    })
edit-surge-instead = { $pool } BLUE_GREEN → SURGE with maxSurge { $surge } and maxUnavailable { $unavailable }
edit-batch = { $pool } batch { $from } → { $to }
edit-batch-soak = { $pool } batchSoakDuration { $from } → { $to }
edit-pool-soak = { $pool } nodePoolSoakDuration { $from } → { $to }
edit-reservation = { $pool } reservation { $from } → { $to } VMs
edit-window-length = maintenance window { $from } → { $to }
edit-window-daily = maintenance window on every day
edit-window-at = maintenance window from { $hour }:00 UTC
edit-window-without = leave { $day } out of BYDAY
edit-upgrade-at = upgrade { $pool } at { $at }
edit-work = say how long { $workload } works ({ $to } is tried)
edit-not-safe = { $workload } safe-to-evict: "false": it stays while blue waits
edit-exclusion-scope = exclusion { $name } scope { $from } → { $to }
edit-exclusion-ends = end the exclusion { $name } at { $at }
edit-pool-exclusion = remove exclusionUntilEndOfSupport of { $pool }
edit-respect-budgets = roll { $pool } back with --respect-pdb
edit-min-nodes = { $pool } minNodeCount { $from } → { $to }
edit-max-nodes = { $pool } maxNodeCount { $from } → { $to }
edit-total-min-nodes = { $pool } totalMinNodeCount { $from } → { $to }
edit-total-max-nodes = { $pool } totalMaxNodeCount { $from } → { $to }
edit-any-location = { $pool } locationPolicy BALANCED → ANY
edit-pack-nodes = autoscalingProfile BALANCED → OPTIMIZE_UTILIZATION
edit-no-notice = scheduled upgrades off, so that nothing is announced 72 h before
edit-resource-maximum = resourceLimits { $resource } maximum { $from } → { $to }
edit-resource-minimum = resourceLimits { $resource } minimum { $from } → { $to }
edit-not-kept = { $node } without the annotation scale-down-disabled
edit-safe-to-evict = { $workload } with the annotation safe-to-evict: "true"
edit-cpu = { $workload } requests.cpu { $from }m → { $to }m
edit-memory = { $workload } requests.memory { $from }Mi → { $to }Mi
edit-priority = { $workload } priority { $from } → { $to }
edit-tolerate = { $workload } tolerates the taint of { $pool }
edit-no-anti-affinity = { $workload } without its podAntiAffinity
edit-no-selector = { $workload } without its nodeSelector
edit-copies = { $edit }, also for all { $n } copies of its entry
change-none = no improvement found. Tried: { $tried }
change-if = If the { $what ->
        [exclusion] exclusion
        [window] window
        [notice] notice
       *[budget] budget
    } may change

title-what = What
title-why = Why
title-until = Until
title-until-here = Until, in the run shown
title-change = Change it
title-change-tried = Change it (each verified by re-running)
title-change-run = What would change the run shown (each verified by re-running)
ui-change-trying = Trying { $n } of { $of } …
ui-change-stop = Stop
ui-change-stopped = Stopped after { $n } of { $of }.
ui-change-again = Continue
ui-change-done = { $n } tried; { $best ->
        [0] none is better as things are set
        [one] 1 is better
       *[other] the best { $best }
    }{ $if ->
        [0] { "" }
       *[other] , and { $if } if what is set may change
    }{ $trades ->
        [0] { "" }
        [one] , and 1 that trades one number for another
       *[other] , and { $trades } that trade one number for another
    }:
ui-change-none = { $n ->
        [one] The only change tried makes nothing better.
       *[other] None of the { $n } changes tried makes anything better.
    }
ui-change-trades = Better in one number
ui-change-same = The same: { $edits }
ui-change-vain = Without any effect: { $edits }
ui-change-others = { $n ->
        [one] 1 more was tried
       *[other] { $n } more were tried
    }
ui-change-order = Ranked by how the run ends, then by the number that its headline names, then by what they do to the selection. A change that forces out, kills or loses more Pods, or leaves a workload longer without ready ones, is only offered where nothing ends without it. What somebody has set (exclusions, windows, PDBs) isn't loosened but under a heading of its own.
ui-change-results = Results
ui-delta-now = This run; below it, by how much each change makes it more or less
ui-change-too-large = The run is too large to be repeated for each change.
ui-change-failed = Too large to be run: { $edits }
ui-change-apply = Apply
ui-change-apply-name = Apply: { $edit }
ui-change-applied = Applied: { $edit }.
ui-and-more-of = and { $n } more, { $all } in all
ui-standing = Still waiting at the end
ui-since = for { $for } (since { $at })
ui-since-endless = since { $at }, and nothing in this run ends it
ui-sum-nodes = Nodes: start, range, end
ui-sum-in-progress = Nodes upgraded at once (max)
ui-sum-upgraded = Nodes upgraded
ui-sum-evictions = Evictions
ui-sum-moves = Moves of Pods
ui-sum-preempted = Pods preempted
ui-sum-forced = Pods forced out
ui-sum-violations = Pods forced out in violation of a PDB
ui-sum-lost = Pods lost
ui-sum-work = Work lost
ui-sum-pending = Pods pending (max)
ui-sum-blocked = Drains blocked, summed over nodes
ui-sum-waited = Waiting for resources
ui-node-hours-means = Only registered nodes count. VM-hours, in Compare, are from the creation of a VM to the end of its deletion.
ui-delta-node-hours-means = Only registered nodes count. The difference counts both runs up to the later of their ends.
ui-sum-node-hours = Node-hours
ui-sum-added = Nodes added by the autoscaler
ui-sum-removed = Nodes removed by the autoscaler
ui-sum-waits = Pods that waited for a node · longest
title-say = Say it in GKE

## Loaded later: views that open on demand
# Cards.
ui-card-window = Maintenance window
ui-card-since = since
ui-card-until = until
ui-card-waits = waits
ui-card-version = version
ui-card-pods = Pods
ui-card-since-at = { $at }, for { $for }
ui-card-since-start = the start of the run
ui-card-until-at = { $at }, in { $for }
ui-card-until-end = the end of the run
ui-card-click = click: Why?
ui-card-click-off = click: clear the selection
ui-card-click-here = click: go here, Why?
ui-card-click-time = click: go here
ui-card-double = double-click: whole run
ui-card-menu = right-click: more
# Tables of nodes and Pods.
ui-look-held = stays
line-held-by = { $pod }: { $why }
line-pod-failed = failed
line-pod-succeeded = succeeded
table-nodes = Nodes
table-pods = Pods
table-picture = Picture
table-csv = CSV
table-filter = Filter: name, reason
table-none = Nothing fits these choices.
table-count = { $n } listed
table-all = { $what }: all
table-kind = { $what } ({ $n })
table-place = { $pool }, { $zone }
table-percent = { $n } %
table-since = { $at }, for { $for }
table-col-name = Name
table-col-place = Place
table-col-namespace = Namespace
table-col-state = State
table-col-code = Code
table-col-reason = Reason
table-col-used = Requested
table-col-since = Since
table-col-for = For
table-col-since-for = Since, for
table-col-age = Age
table-col-node = Node
table-col-pool = Pool
table-col-pod = Pod
table-reason-budget = a budget refuses
table-reason-goes = its time runs
table-reason-limit = the limit of its drain
table-reason-grows = a pool grows for it
table-reason-no-growth = no pool grows
table-reason-unschedulable = no node fits
ui-autoscaler = Autoscaler
ui-autoscaler-about = { $on } of { $pools } { $pools ->
        [one] pool
       *[other] pools
    } on
ui-autoscaling-profile = Profile
    .means = BALANCED removes a node 10 minutes after it is unneeded, OPTIMIZE_UTILIZATION sooner, and packs Pods.
ui-resource-limits = Node auto-provisioning
    .means = With it on, the autoscaler keeps the resources of all nodes between minimum and maximum.
ui-limit-add = Limit { $resource ->
    [cpu] CPUs
   *[other] memory
}
ui-limit-remove = Remove the limits of { $resource ->
    [cpu] CPUs
   *[other] memory
}
ui-limit-minimum = Minimum { $resource ->
    [cpu] CPUs
   *[other] memory
}
ui-limit-maximum = Maximum { $resource ->
    [cpu] CPUs
   *[other] memory
}
ui-limit-range = 0 and more { $resource ->
    [cpu] CPUs
   *[other] GB
}
# The presentation.
ui-present-moment = { $n } of { $of }
ui-present-next = next at { $at }
ui-present-result = at the end
ui-present-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-present-extent = { $low } to { $high }
ui-present-chart = Nodes over time, with the moments
ui-present-end = End the presentation
ui-present-key = { $name }: { $keys }
op-head-idle = No upgrade in progress
op-head-starts = the next one starts at { $at }
op-head-succeeded = Upgraded
op-head-succeeded-to = Upgraded to { $version }
op-head-rolled-back = Rolled back
op-head-failed = Quota check failed
op-head-queued = Due, but can't start yet
op-head-paused = Paused by its window
op-head-resumes = resumes at { $at }
op-head-cancelled = Paused: { $done } of { $of } nodes upgraded
op-head-cancelled-in = Paused in { $phase }
op-head-waiting = Waiting for capacity
op-head-cancelling = { $busy ->
        [one] Pauses when 1 node is finished
       *[other] Pauses when { $busy } nodes are finished
    }
op-upgrade = Upgrades { $pool } to { $version }.
op-upgrade-any = Upgrades { $pool }: every node is recreated.
op-downgrade = To go back after a successful upgrade, upgrade to the old version { $version }. This is a full upgrade.
op-cancel-paused = The upgrade doesn't resume in the next window until someone resumes it.
op-resume = { $n ->
        [one] Continues with the 1 node that isn't upgraded.
       *[other] Continues with the { $n } nodes that aren't upgraded.
    }
op-resume-failed = Repeats the quota check.
op-rollback-first = Cancels and rolls back in one step.{ " " }
op-rollback-failed = Nothing was created, so there is nothing to do: the upgrade ends as rolled back.
op-complete = Skips the remaining { $left } of soak: the blue pool is deleted immediately.
op-complete-now = The blue pool is deleted immediately.
op-no-cancel-delete = DELETING_BLUE_POOL can't be paused.
op-no-rollback-delete = Too late: the blue pool is being deleted. To go back, downgrade after the upgrade has succeeded.
op-no-cancel-paused = Already paused.
op-no-cancel-cancelling = Already pausing: waiting for nodes in progress to finish.
op-no-rolling-back = A rollback in progress can't be paused.
op-no-rollback-succeeded = A finished upgrade can't be rolled back. Use Downgrade instead.
op-no-rollback-twice-now = Already rolling back.
op-no-rollback-last = Too late: the last nodes are being upgraded and finish first, and then the upgrade has succeeded. Downgrade instead.
op-no-rollback-twice = Already rolled back.
op-no-run = The pool has no upgrade in progress.
op-no-run-yet = Not before the upgrade starts at { $at }.
op-no-resume = Nothing is paused.
op-no-resume-yet = Nothing is paused. In this run, the upgrade is paused from { $at } on.
op-no-complete-ever = Only blue-green upgrades have a soak to complete.
op-no-control-plane-down = The control plane is being upgraded and doesn't respond.
op-no-control-plane-busy = The control plane is being upgraded: node upgrades can't start or resume.
op-no-upgrade = The pool has an upgrade in progress.
op-acts-later = Takes effect at { $at }, one second later, because another event happens at { $now } and comes first.
ui-op-commands = Commands in { $state }
ui-op-allowed = allowed
ui-op-not-allowed = not allowed
ui-op-upgrade = Upgrade
ui-op-downgrade = Downgrade
ui-op-cancel = Cancel
ui-op-resume = Resume
ui-op-rollback = Roll back
ui-op-rollback-note = respectPdb false
ui-op-rollback-respecting-note = respectPdb true
ui-op-complete = Complete
ui-op-button = { $what } { $pool }
ui-op-pools = Pool
ui-op-none = There is no pool to operate on.
ui-op-inject = Inject a fault at the playhead
ui-op-select-node = Select a node to make it fail.
ui-op-workload = Workload
ui-op-choose-workload = Choose a workload
ui-make-quota = Set quota
ui-make-quota-about = VMs beyond the start{ $now ->
        [none] ; currently sufficient
       *[other] ; currently { $now }
    }
ui-make-no-quota = Sufficient quota
ui-make-stockout = Stockout
ui-make-stockout-about = starts in { $zone }
ui-make-stockout-ends = End stockout
ui-make-stockout-ends-about = in { $zone }
ui-make-reservation = Reserve
ui-make-reservation-about = VMs for { $pool }: its upgrades can then use only this reservation; currently { $now ->
        [none] none
       *[other] { $now }
    }
ui-make-no-reservation = No reservation
ui-make-preempt = Preempt
ui-make-preempt-about = the Spot VM of { $node }
ui-make-kubelet = Stop kubelet
ui-make-kubelet-about = on { $node }
ui-make-disk = Fill disk
ui-make-disk-about = of { $node }
ui-make-host-event = Host event
ui-make-host-event-about = for { $node }
ui-make-never-ready = Never ready
ui-make-never-ready-about = { $workload } on upgraded nodes
ui-make-ready-again = Ready again
ui-make-ready-again-about = { $workload } on upgraded nodes
ui-make-slow-pull = Slow pull
ui-make-slow-pull-about = seconds per image of { $workload }
ui-make-sigterm = Ignore SIGTERM
ui-make-sigterm-about = { $workload }, until its grace period ends
did-upgrade = Upgrade { $name } at { $at }
did-downgrade = Downgrade { $name } at { $at }
did-cancel = Cancel { $name } at { $at }
did-resume = Resume { $name } at { $at }
did-rollback = Roll back { $name } at { $at }
did-rollback-respecting = Roll back { $name } with respectPdb at { $at }
did-complete = Complete { $name } at { $at }
did-quota = Quota at { $at }
did-stockout = Stockout in { $name } at { $at }
did-stockout-ends = Stockout in { $name } ends at { $at }
did-reservation = Reservation of { $name } at { $at }
did-preempt = Preempt { $name } at { $at }
did-kubelet = kubelet on { $name } stops at { $at }
did-disk = Disk of { $name } full at { $at }
did-host-event = Host event for { $name } at { $at }
did-never-ready = { $name } never ready from { $at }
did-ready-again = { $name } ready again from { $at }
did-slow-pull = { $name } pulls slowly from { $at }
did-sigterm = { $name } ignores SIGTERM from { $at }
ui-branch = Branch: { $what }.
ui-branch-running = Computing the difference from the previous run …
ui-branch-too-large = The run is too large to compare.
ui-branch-unknown = The previous run wasn't complete, so there is nothing to compare with.
ui-branch-refused = { $n ->
        [0] { "" }
        [one] Later: { $first }.
       *[other] { $n } later commands are refused. The first: { $first }.
    }
ui-branch-dismiss = Close and keep the branch
ui-palette-operations = Operations at the playhead
ui-do-complete = Complete
ui-do-set = Set
ui-do-reservation = Reservation
ui-do-resize = Resize
ui-do-repair = Repair the control plane
ui-do-target = Release channel's default version
ui-do-preempt = Preempt
ui-do-fail = Fail
ui-do-host-event = Host event
ui-do-rollout = Rollout
ui-script-phase = after the start of { $phase }
ui-script-go = Go to when it takes effect: { $what }
export-not-said = Not said by these lines, and kept: { $names }.
ui-presets-found = { $of ->
        [one] { $n } of 1 preset
       *[other] { $n } of { $of } presets
    }
ui-presets-none = No preset is about “{ $text }”. Search for a setting, a kind of workload, or a part of a title.
ui-presets-all = Show all presets
ui-presets-picture = In the pictures, squares are nodes: empty ones at the start of a row are down, those at its end are added, and the row below is the green pool. A bar marks the days of the week with a maintenance window.
ends-docs-5-nodes = Finishes, but api had 1 of 3 Pods ready at worst
ends-surge-balanced = The upgrade succeeds: 25 nodes of web-pool
ends-surge-0-20 = Finishes, but 2 workloads had no ready Pod for up to 20 s
ends-surge-20-0 = Finishes, but web had 8 of 40 Pods ready at worst
ends-local-policy-20-0 = Finishes, but web loses 100 % of new connections for 10 s
ends-cluster-policy-drain = Finishes, but web loses 20 % of new connections for 24 s
ends-subsetting-three-nodes = Finishes, but web has 50 % of its open connections cut
ends-251-nodes = Finishes, but web loses 1 % of new connections for 1 min 36 s
ends-target-pool-legacy = Finishes, but web loses 20 % of new connections for 1 min 36 s
ends-terminating-endpoints = Finishes, but web loses 34 % of new connections for 18 s
ends-surge-0-1 = The upgrade succeeds: 25 nodes of web-pool
ends-pdb-never-moves = Finishes, but 3 Pods are forced out, violating a PDB
ends-stockout = The upgrade succeeds: 6 nodes of web-pool
ends-three-zones = Finishes, but Jobs lose up to 40 min 36 s of work
ends-weekday-45-minutes = Finishes, but 20 workloads had half the Pods or fewer on Wednesday
ends-blue-green-rollback-phase-3 = Rolled back, but 3 Pods are forced out, violating a PDB
ends-blue-green-percent = Finishes, but 2 Pods are forced out, violating a PDB
ends-blue-green-soak-7-days = Finishes, but 1 Pod is forced out, violating a PDB
ends-autoscaled-blue-green = Finishes, but 1 Pod is forced out, violating a PDB
ends-short-lived = Finishes, but serve-pdb was violated for 4 min 45 s
ends-spot-surge = Finishes, but 3 Pods end before the grace period is over
ends-cancel-resume = The upgrade succeeds: 6 nodes of web-pool
ends-bad-version = Rolled back, but 5 Pods are forced out, violating a PDB
ends-two-pools-at-once = The upgrade succeeds: 8 nodes of web-pool and api-pool
ends-holiday-freeze = 6 upgrades take 1 h 9 min, done Sat 16 Jan 00:23:03 after NM
ends-weekend-ran-on-monday = Finishes, but Pods are evicted on Monday, after the weekend
ends-two-clusters-staggered = Finishes, but Pods are evicted on Thursday, in working hours
ends-beta-api-removal = 6 upgrades take 1 h 22 min, done Mon 1 Jun 02:27:24 after migrate-beta-apis
ends-legacy-database = 2 upgrades take 1 h 21 min, done Sun 5 Apr 01:12:03 after legacy-database
ends-emergency-override = 3 upgrades take 53 min 30 s, done Sat 9 Jan 00:21:45 after year-end
ends-600-nodes-8-hour-weekend = Takes 1 d 20 h in parts, waits 14 d 8 h, done Sun 22 Mar 05:19:57
ends-wont-scale-down = The autoscaler adds no node and removes 1
ends-scale-from-zero = Autoscaled, but 1 Pod is unscheduled at the end
ends-balanced-zones = The autoscaler adds 12 nodes and removes 18
ends-tpu-slice = The autoscaler adds 64 nodes and removes 64
ends-upgrade-at-max = Finishes, but 1 Pod is unscheduled at the end
ends-fleet-15000 = The upgrade succeeds: 15,000 nodes of 5 pools
ui-share-lead-link = Nothing leaves this tab until you share the link: the link contains the scenario.
ui-share-lead-image = Nothing leaves this tab: the image is drawn in your browser.
ui-share-lead-data = Nothing leaves this tab: the file is created in your browser.
ui-share-tabs = What to share
ui-share-link = Link
ui-share-image = Image
ui-share-data = Data
ui-share-length = Length
ui-share-of = { $n } of { $most }
ui-share-too-long = Many programs truncate or reject links with more than { $most } characters. Share the scenario as a file instead, which others can import.
ui-share-carries = What the link contains
ui-share-playhead = Start at the playhead
ui-share-playhead-note = { $at }; otherwise at the start
ui-share-selection = Selection and open panel
ui-share-nothing-selected = nothing selected
ui-share-pseudonyms = Pseudonymize names
ui-share-pseudonyms-note = of pools, nodes, namespaces, workloads, Pods, PDBs, Services, and labels; the run stays the same
ui-share-pseudonyms-on = { $n ->
    [one] { $n } name replaced: { $old } → { $new }
   *[other] { $n } names replaced: { $old } → { $new }
}
ui-share-picture = The stage and the timeline at the playhead
ui-share-no-run = There is no run to draw yet.
ui-share-svg = SVG, for web pages and documents
ui-share-png = PNG, double resolution, for slides and chats
ui-share-save-svg = Save SVG
ui-share-save-png = Save PNG
ui-share-file = Scenario file
ui-share-form = Format
ui-share-budgets-apart = PDBs and changes of them are in the format “PDBs (YAML)”, to be applied with kubectl.
ui-share-form-csv = Event log (CSV)
ui-share-form-lines = Event log (JSON Lines)
ui-share-form-autoscaler = What the autoscaler would log (JSON Lines)
ui-share-cut = Only the beginning is shown. Copy and Save include everything.
# The changes since the scenario was opened.
ui-changes-none = Nothing has changed since the scenario was opened.
ui-changes-undo-all = Undo all
ui-change-stays = A later change is in the same place. Undo that one first.
ui-change-awaited = Without it, an entry of the script would wait for another one.
ui-changes-as = Copy as
ui-changes-patch = JSON patch
ui-changes-yaml = YAML for kubectl
ui-changes-terraform = Terraform
ui-changes-gcloud = gcloud
ui-changes-nothing = { $format } has nothing for these changes.
ui-changes-unsaid = Not in { $format }:
ui-copy-it = Copy
ui-copied = Copied
ui-not-copied = The browser refused. Press Ctrl+C.
ui-save = Save
ui-cancel = Cancel
ui-use = Use
ui-import-obtain = Get these files
ui-import-command-cluster = gcloud container clusters describe CLUSTER --location LOCATION --format json > cluster.json
ui-import-command-pools = gcloud container node-pools list --cluster CLUSTER --location LOCATION --format json > pools.json
ui-import-paste = Drop files here, or paste
ui-import-drop = or drop or paste anywhere on the page
ui-import-pasted = Pasted text { $n }
ui-import-reading = Reading …
ui-import-absent = The part of the page that reads files couldn't be loaded. Check your connection, then choose or paste the files again.
ui-import-broken = The part of the page that reads files failed. Nothing was replaced.
ui-import-recognized = Recognized
ui-import-recognized-note = what the files contain
ui-import-used = Used
ui-import-used-note = included in the scenario
ui-import-ignored = Ignored
ui-import-ignored-note = and why
ui-import-assumed = Assumed
ui-import-assumed-note = you can change these in the setup
ui-import-none = Nothing.
ui-import-errors = { $n ->
        [one] The scenario has 1 error
       *[other] The scenario has { $n } errors
    }; you can use it and fix it in the setup
ui-import-folder = Choose a folder
ui-import-box = Text in the box
ui-import-remove = Remove { $name }
ui-import-clear = Remove all
ui-import-use-show = { $name }: open it on the stage
ui-import-use-first = Press Use to show { $name } on the stage
ui-import-stop = Stop
ui-import-stopped = Stopped; nothing was replaced.
ui-import-again = Read again
ui-import-done = Done.
ui-import-not-read = Not read
ui-import-objects = { $n ->
        [one] 1 object
       *[other] { $n } objects
    } so far
ui-import-together = { $n ->
        [one] Combining 1 object
       *[other] Combining { $n } objects
    }
ui-import-reporting = Writing the report
ui-import-checking = Checking the scenario
ui-import-file-of = Reading file { $n } of { $of }
ui-import-until-use = Nothing is replaced until you press Use. Your current scenario stays until then.
ui-import-text-edited = You edited the text. Use takes the edited text.
ui-import-as-log = Read it as the cluster autoscaler's log
ui-import-nothing-used = None of this can be simulated. Each file says why.
ui-import-never-asked = Secrets and ConfigMaps are never requested. Environment variables in Pod specs are skipped and not kept.
ui-import-open-text = Open as text
ui-import-as-text = The scenario that Use takes
ui-import-report = Import report
ui-import-look = { $n ->
        [one] 1 item to review
       *[other] { $n } items to review
    }
ui-import-taken-as = Assumed:
ui-import-pseudonyms = Pseudonymize names
ui-import-pseudonyms-note = Pools, nodes, namespaces, workloads, and labels are renamed consistently. The mapping stays in this tab.
ui-import-names = { $n ->
        [one] 1 name is replaced
       *[other] { $n } names are replaced
    }
ui-import-too-large = Larger than 128 MiB: not read. Import it in parts, for example one namespace at a time.
ui-import-too-many = Not read: at most 500 files, in folders up to eight levels deep, are read.
ui-import-no-memory = This tab doesn't have enough memory for it.
ui-import-edits = { $n ->
        [one] 1 edit since the last import
       *[other] { $n } edits since the last import
    }
ui-import-keep = Take the cluster, keep { $n ->
        [one] my edit
       *[other] my { $n } edits
    }
ui-import-keep-note = All of them still apply.
ui-import-keep-clashes = { $n ->
        [one] 1 of them conflicts with a change
       *[other] { $n } of them conflict with changes
    } of the cluster:
ui-import-keep-none = { $n ->
        [one] It can't be kept: what it edits is gone.
       *[other] None of them can be kept: what they edit is gone.
    }
ui-import-clash-wins = now { $now }; your edit wins
ui-import-clash-gone = what it edits is gone, so the edit is dropped
ui-import-replace = Replace all
ui-import-replace-note = { $n ->
        [one] Discards the edit.
       *[other] Discards the { $n } edits.
    }
ui-import-gone = The current scenario has { $what }, but these files don't: Use removes that. To keep it, also import the previous files.
ui-import-nothing = nothing
ui-import-something = other values
ui-used-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-used-workloads = { $n ->
        [one] 1 workload
       *[other] { $n } workloads
    }
ui-used-pods = { $n ->
        [one] 1 Pod
       *[other] { $n } Pods
    }
ui-used-budgets = { $n ->
        [one] 1 PDB
       *[other] { $n } PDBs
    }
ui-used-window = maintenance window
ui-used-exclusions = { $n ->
    [one] maintenance exclusion: { $names }
   *[other] maintenance exclusions: { $names }
}
ui-used-services = { $n ->
        [one] 1 Service
       *[other] { $n } Services
    }
ui-plan-by = Who starts the upgrade
ui-plan-by-gke = By GKE, in its windows
ui-plan-by-gke-means = waits for an open window and for exclusions, one pool after the other
ui-plan-by-hand = Now, by hand
ui-plan-by-hand-means = starts when you say; windows and exclusions hold nothing back
ui-plan-none = No upgrade
ui-plan-none-means = shows what the autoscaler adds and removes, why nodes stay, and why Pods wait
ui-plan-pools = Pools
    .means = Those that are upgraded, in this order. The others stay as they are.
ui-import-plan = An upgrade, or the autoscaler?
ui-plan-start = Today is
    .means = The day and the time at which the run starts, such as 2026-12-21 or 2026-12-21 09:00, in UTC or in the chosen time zone.
ui-pick-day = Pick a day
ui-kind = Kind
    .means = The controller that makes new Pods when others end.
ui-on-pool = On node pool
    .means = Its Pods only run on nodes of this pool.
ui-any-pool = any
ui-spread = Spread
    .means = Keeps the number of its Pods in each zone, or on each node, equal to within one.
ui-spread-zones = over zones, or wait
ui-spread-zones-soft = over zones, if possible
ui-spread-nodes = over nodes, or wait
ui-spread-nodes-soft = over nodes, if possible
ui-apart = Apart from each other
    .means = Keeps two of its Pods off the same node, or out of the same zone.
ui-apart-nodes = one on a node, or wait
ui-apart-nodes-soft = one on a node, if possible
ui-apart-zones = one in a zone, or wait
ui-apart-zones-soft = one in a zone, if possible
ui-placed-anywhere = anywhere
ui-placed-otherwise = otherwise, as in the text
ui-host-port = Host port
    .means = A port of the node that each Pod uses. No two of its Pods fit on one node.
ui-claims = Disks
    .means = A disk lies in a zone, and holds the Pods that use it there.
ui-no-claim = none
ui-claim-each = one for each Pod
ui-claim-shared = one for all Pods
ui-own-budget = Budget of its own
ui-budget-selects = Pods of
    .means = The budget counts the Pods that have all labels of the selector.
ui-selects-nothing = no Pods
ui-selects-all = all Pods of the namespace
ui-budget-limit = Limit
ui-min-available-means = Pods that must stay ready, as a number or a percentage.
ui-max-unavailable-means = Pods that may be missing at once, as a number or a percentage.
ui-built-name = My cluster
ui-services = Services
ui-service-selects = Pods of
    .means = The Service sends connections to the Pods that have all labels of its selector.
ui-service-asked = Load balancer
    .means = Which one a Service gets is decided when it is created, and stays. Internal ones take connections from the VPC network only.
ui-service-made = GKE makes { $kind }.
ui-service-may-be = What the cluster has leaves it open: { $kinds }. The run shows the first of them.
ui-service-makes-none = GKE makes none.
ui-service-port = Port
ui-subsetting = GKE subsetting
    .means = New internal load balancers have NEGs with a part of the nodes; off, instance groups with all of them.
ui-on = on
ui-off = off
ui-unknown = not known
ui-budgets = PodDisruptionBudgets
ui-bound-of = Limit of { $name }
ui-cpu = CPU request
    .means = CPU that the scheduler reserves for a Pod: 500m is half a core.
ui-memory = Memory request
    .means = Memory that the scheduler reserves for a Pod: 512Mi, 2Gi.
ui-assumptions-lead = These times aren't documented, so they are assumptions. Enter one value, or p10, p50, and p90.
ui-range-of = { $name } as p10, p50, and p90
ui-order-shuffled = shuffled by seed
ui-order-listed = as listed
ui-no-actions = No actions during the run.
ui-when = Time: { $what }
ui-pause-before = Pause before: { $what }
ui-after-name = Waits for: { $what }
ui-time-label = Time
ui-pause-label = Pause before
ui-after-label = Waits for
ui-after-time = no other action
ui-after-control-plane = the end of the control plane upgrade
ui-after = the end of { $name }
ui-action = Action
ui-action-target = Target
ui-at-playhead = At the playhead
ui-rollout-hint = Replaces all Pods of the Deployment, as kubectl rollout restart does, by its own strategy.
ui-no-deployment = The scenario has no Deployment.
ui-spare-nodes = VMs beyond the start
ui-any-number = any number
ui-do-upgrade = Upgrade
ui-do-cancel = Cancel
ui-do-resume = Resume
ui-do-rollback = Roll back
ui-do-cordon = Cordon
ui-do-uncordon = Uncordon
ui-do-drain = Drain
ui-do-quota = Quota
ui-do-stockout = Stockout
ui-do-open = Window opens
ui-do-close = Window closes
ui-kind-cluster = Cluster
ui-kind-pool = Node pool
ui-kind-zone = Zone
ui-kind-node = Node
ui-kind-pod = Pod
ui-kind-workload = Workload
ui-kind-budget = PodDisruptionBudget
ui-kind-service = Service
ui-why-nothing = Nothing is blocking it.
ui-why-select = Nothing is selected, so this shows the pool. Select a node, a Pod, a zone, a bar, or a log row to see details about it.
ui-why-same = Also for { $name } { $value }
ui-why-besides = Also applies
ui-why-not-yet = It doesn't exist at this time.
ui-chain = How it got here
ui-copy = Copy: { $text }
ui-outcome-more = More about the result
ui-outcome-worked = { $work } of work in { $in }
ui-outcome-sub = After { $for }, at { $at }
ui-outcome-sub-later = After { $for }, at { $at }; last event at { $last }
ui-outcome-unfinished = { $for } simulated; last event at { $last }
check-run-anyway = GKE would refuse to set this, but a cluster can be in that state: the run shows what follows (AM-103).
ui-forecast-took = Takes { $took }.
ui-about-runs = { $drawn ->
        [yes] The run shown, and the middle 80 % of { $runs } runs.
       *[no] The run shown, between fast and slow nodes and Pods: durations that the scenario doesn't give are half, once, and twice the assumed ones, in { $seeds ->
            [one] 1 run
           *[other] { $seeds } runs
        } each.
    }
ui-about = { $half } ({ $first } to { $last })
ui-forecast-never = Not completed.
ui-forecast-ends = Done { $at }
ui-forecast-windows = maintenance windows: { $n }
ui-forecast-forced = Pods forced out: { $n }
ui-harm = Workloads
ui-harm-failed = Job failed
ui-harm-fewest = fewest ready { $n } of { $of }
ui-harm-without = no Pod ready { $for }
ui-harm-below = below its PDB { $for }
ui-harm-work-lost = { $for } of work lost
ui-harm-work-unknown = up to { $for } of work{ $pods ->
        [one] {""}
       *[other] {" "}each
    } lost, less what was saved
ui-harm-killed = { $n } killed at the end of the grace period
ui-harm-moves = { $n ->
    [one] 1 move
   *[other] { $n } moves
}
ui-harm-moved-again = { $n } to a node that was drained later
ui-refused = Commands without effect
ui-former = before: { $at }
ui-help-stage = The stage shows each node and its Pods at one instant; the sentence above says what happens then.
ui-help-timeline = The timeline below shows the whole run. Click it, or press [ and ] to go from moment to moment.
ui-help-why = Click anything and “Why?” answers: what it is, why, until when, and what would change it.
ui-help-change = Every change in the setup runs at once. “Compare” runs other strategies beside it.
ui-help-lead = Shortcuts work while the focus is in the simulator and not in a text field.
ui-single-keys = Single-key shortcuts
key-space = Space
key-shift = Shift
key-page-up = Page up
key-page-down = Page down
ui-line-select = Select { $name }
ui-line-why = Why is { $name } in this state?
ui-line-filter = Filter the log to { $name }
ui-line-zoom = Zoom to { $name }
ui-line-copy = Copy the name { $name }
ui-line-go = Go to { $at }
ui-line-after = { $for } after the start
ui-line-now = { $at }, now
ui-line-ago = { $at }, { $for } ago
ui-line-in = { $at }, in { $for }
ui-palette = Command palette
ui-palette-search = Search commands, nodes, Pods, events, and times
ui-palette-results = Results
ui-palette-count = { $found } of { $of } commands, names, and events
ui-palette-suggested = Suggested
ui-palette-subjects = Nodes, Pods, and what they belong to
ui-palette-moments = Go to
ui-palette-commands = Commands
ui-palette-rules = Rules of this run
ui-palette-changes = Change and run again
ui-node-blocked = drain blocked
ui-node-draining = draining
ui-node-upgraded = ready, upgraded
ui-line-apply = Apply: { $edit }
ui-palette-times = Times
ui-palette-uses = { $n ->
    [one] used once
   *[other] used { $n } times; go to the first
  }
ui-palette-nothing = No matches. Type less, or start with > for commands, @ for nodes and Pods, # for rules, : for times.
ui-palette-no-time = No such time in this run. Enter 02:17, +17:50, 90s, or 40%.
ui-palette-move = move
ui-palette-run = run
ui-palette-close = close
ui-palette-signs = > commands  @ nodes and Pods  # rules  : times
ui-keys-places = In the stage, the timeline, and lists
ui-keys-still = Nothing flashes. With reduced motion, playback moves in steps.
key-between = Move between zones and nodes
key-stage-zoom = Zoom the stage at the focused element
key-stage-move = Pan the stage
key-into = Into the Pods of a node, and back
key-ask-here = Show why
key-menu = Open the menu
key-leave = Close, or clear the selection
key-pointer-zoom = Zoom at the pointer
key-pointer-pan = Pan
key-pointer-range = Mark a range
key-pointer-fit = Fit the whole run
key-wheel = Wheel
key-drag = Drag
key-double = Double-click
ui-compare-title = { $n ->
        [1] One strategy, one scenario
        [2] Two strategies, one scenario
       *[other] Three strategies, one scenario
    }
ui-compare-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-compare-seed = seed { $seed }
ui-compare-results = Differences and choice of strategy
ui-compare-stale = The scenario has errors, so nothing is computed. Undo, or leave the comparison and fix them in the setup.
ui-compare-no-choice = The strategy of these pools is fixed, so there is nothing to compare with.
ui-compare-by = Align by
ui-compare-by-clock = wall clock
ui-compare-by-share = percent done
ui-compare-add = Variant
ui-compare-leave = Leave the comparison
ui-compare-variant = Variant { $variant }: { $name }
ui-compare-own = your scenario
ui-compare-change = Edit this variant
ui-compare-take = Open this variant
ui-compare-take-short = Open
ui-compare-drop = Remove variant { $variant }
ui-compare-as-is = Your scenario
ui-compare-now = Now
ui-compare-short-now = now
ui-compare-before = Before: { $change }
ui-compare-short-before = before
ui-compare-short-as-is = your scenario
ui-compare-mixed = a different strategy per pool
ui-compare-pool = { $pool }: { $how }
ui-compare-short-lived = Short-lived
ui-compare-short-short-lived = short-lived
ui-compare-short-lived-settings = nodes leave at maxRunDuration
ui-compare-surge = Surge { $surge } + { $unavailable }
ui-compare-strategy-surge = Surge
ui-compare-short-surge = surge
ui-compare-surge-settings = maxSurge { $surge }, maxUnavailable { $unavailable }
ui-compare-blue-green = Blue-green
ui-compare-short-blue-green = blue-green
ui-compare-autoscaled = Autoscaled blue-green
ui-compare-short-autoscaled = autoscaled
ui-compare-autoscaled-settings = drained after { $wait }
ui-compare-blue-green-settings = { $unit ->
        [nodes] batches of { $batch }
       *[part] batches of { $batch } of the pool
    }, soak { $soak } + { $pool }
ui-compare-done = { $n } % done
ui-compare-percent = { $n } %
ui-compare-share-ruler = Percent done
ui-compare-nodes-done = { $n } of { $of } upgraded
ui-compare-heard = Variant { $variant }: { $done }
ui-compare-heard-at = Variant { $variant }: { $at }
ui-compare-stat-at = in { $variant }
ui-compare-computing = Computing …
ui-compare-wrong-slots = Enter a whole number from 0 to { $slots }
ui-compare-wrong-nodes = Enter a whole number of nodes, 1 or more
ui-compare-wrong-part = Enter a fraction of the pool, greater than 0 and at most 1, such as 0.25
ui-compare-wrong-soak = Enter a duration, such as 600s or 10m
ui-compare-long-soak = At most { $most }: GKE doesn't soak longer
ui-compare-wrong = These settings can't be used
ui-compare-too-large = Runs with more than { $n } records aren't compared.
ui-compare-crashed = The simulation failed. This is a bug in Nodetide.
ui-compare-differs = Differences
ui-compare-lower-note = the lower number, in rows where lower is better
ui-compare-unlike-note = No number is marked as lower because not all of these upgrades succeed.
ui-compare-outcome = Outcome
ui-compare-succeeded = succeeded
ui-compare-rolled-back = rolled back
ui-compare-cancelled = canceled
ui-compare-paused = paused
ui-compare-limit = limit reached
ui-compare-stuck = stuck
ui-compare-failed = failed
ui-compare-idle = no upgrade
ui-compare-lower = lower:
ui-compare-what = Metric
ui-compare-show = Show the records behind it
ui-compare-of = { $n } of { $of }
ui-compare-within = { $n }, quota { $quota }
ui-compare-duration = Duration
ui-compare-range = Range
ui-range-never = not completed
ui-compare-work = Without the waits
ui-compare-windows = Windows used
ui-compare-drained = Last node drained after
ui-compare-nodes-max = Most nodes
ui-compare-nodes-min = Fewest nodes
ui-compare-vm-hours-means = VMs count from their creation to the end of their deletion, in all runs until the last one ends. Node-hours, in Findings, are of registered nodes only.
ui-compare-extra = Extra VM-hours
ui-compare-node-hours = VM-hours
ui-compare-evictions = Evictions
ui-compare-forced = Pods forced out
ui-compare-moves = Moves per Pod, mean
ui-compare-moves-max = Moves per Pod, most
ui-compare-moved-again = Pods moved more than once
ui-compare-ready-alike = Fewest ready in each of { $n } workloads
ui-compare-ready = Fewest ready { $name }
ui-compare-lost = New connections lost
ui-compare-cut = Open connections cut, %
ui-compare-blocked = Blocked by PDBs
ui-compare-records = { $what } of { $variant }, { $name }: { $n ->
        [one] 1 record
       *[other] { $n } records
    }
ui-compare-no-records = Nothing in the run changes it: it is part of the start of the scenario.
ui-compare-none = None.
ui-compare-more = and { $n } more
ui-compare-which = Which strategy?
ui-compare-trade-offs = Four trade-offs, based on these runs
ui-compare-speed = Speed
ui-compare-speed-note = until all nodes are upgraded
ui-compare-speed-is = { $took }
ui-compare-speed-both = { $drained } to move all Pods, { $took } in total
ui-compare-speed-not = { $outcome }, after { $took }
ui-compare-disruption = Disruption
ui-compare-disruption-note = moves, fewest ready Pods
ui-compare-disruption-is = { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, all stay ready
ui-compare-disruption-down = { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, { $name } down to { $ready } of { $of }
ui-compare-risk = Risk
ui-compare-risk-note = if it is canceled and rolled back halfway
ui-compare-back = { $took } until everything is rolled back, from { $at }
ui-compare-back-nothing = no pool is upgraded
ui-compare-back-no-way = this strategy can't be rolled back
ui-compare-back-never = the rollback from { $at } doesn't finish
ui-compare-back-unknown = couldn't be computed
ui-compare-cost = Cost
ui-compare-cost-note = extra VM-hours, peak
ui-compare-cost-is = { $extra }, { $more ->
        [1] 1 more node
       *[other] { $more } more nodes
    }
ui-window = Window
ui-days = Mo Tu We Th Fr Sa Su
ui-mw-zone = Time zone of this form
ui-mw-for = Stays open
ui-mw-days = Opens on (your days)
ui-mw-every-day = Every day
ui-mw-weekdays = Weekdays
ui-mw-weekend = Weekend
ui-mw-wrong-time = Enter a time from 00:00 to 23:59
ui-mw-wrong-length = Enter a length, such as 4 h or 4:30
ui-mw-rule-only = This rule can't be edited with the controls above.
ui-mw-stored = Stored in UTC
ui-mw-limits = Channel and limits
ui-mw-templates = Templates
ui-edition = Edition of the limits
ui-edition-is = { $name }: open 48 h in { $days } days, no upgrades for { $freeze } days
ui-channel = Release channel
ui-end-of-support = End of support
ui-no-upgrades = No upgrades
ui-no-minor = No minor
ui-no-minor-node = No minor/node
ui-ex-title = Exclusions
ui-ex-counted = { $all } of 20 exclusions, { $freezes } of 3 for all upgrades
ui-ex-add = Add exclusion
ui-ex-name = { $name }, { $scope }, { $days }. Use arrow keys to move it, Shift+arrow keys to move its end.
ui-ex-named = Name
ui-ex-scope = Scope
ui-ex-pools = { $n ->
    [0] Exclusions of single pools
    [one] Exclusion of 1 pool
   *[other] Exclusions of { $n } pools
}
ui-ex-pools-note = Automatic upgrades of these pools wait until the end of support.
ui-ex-until = Until end of support
ui-ex-until-unknown = The end of support isn't known. Enter it in Channel and limits.
ui-ex-remove = Remove { $name }
ui-ex-on = on
ui-ex-over = ended
ui-ex-ahead = upcoming
ui-ev-title = Plan an event
ui-ev-first = First day
ui-ev-last = Last day
ui-ev-add = Exclude
ui-ev-lead = Starts 7 days before the event and ends with it.
ui-cal-cluster = Cluster
ui-cal-calendar = Calendar
ui-cal-month = Month
ui-cal-quarter = 3 months
ui-cal-year = Year
ui-cal-reach = Time range
ui-cal-zone = Time zone
ui-cal-before = Back one month
ui-cal-after = Forward one month
ui-cal-date = { $day } { $year }
ui-cal-days = { $from } to { $to }
ui-cal-dst = { $day }: clocks { $by }
ui-cal-worst = Least open { $n } days
ui-cal-worst-is = the { $n } days with the least open time: { $from } to { $to }, { $open } open
ui-cal-changes = Changes
ui-cal-allowed = { $n } of { $of } allowed
ui-cal-available = Available
ui-cal-open = window
ui-cal-excluded = window, but excluded
ui-cal-hint = Drag across days, or press Shift+arrow keys and Enter, to add an exclusion.
ui-cal-hint-window = Drag across days, or press Shift+arrow keys and Enter, to set the window that opens on them every week.
ui-cal-hint-change = Drag the mark of a change to make it due on another day.
ui-cal-draw = Draw
ui-cal-draw-exclusion = Exclusion
ui-cal-draw-window = Window
ui-cal-upgrade = Upgrade of { $name }
ui-cal-upgrade-cp = Upgrade of the control plane
ui-cal-change = { $what }, { $kind }
ui-cal-change-is = due { $day }, { $state }. Use arrow keys to move it.
ui-cal-by-hand = { $what } runs { $at }, by hand: windows and exclusions don't hold it.
ui-cal-says-due = { $what }: due { $day } instead of { $before }.
ui-cal-says-plan = The whole plan moves.
ui-cal-says-early = The scenario starts { $start }: nothing can be due before.
ui-cal-says-by-hand = It runs then, by hand: windows and exclusions don't hold it.
ui-cal-says-undated = { $what } has no date of its own: it waits for an upgrade that GKE starts.
ui-cal-says-new = New exclusion “{ $name }”: { $days }, { $scope }.
ui-cal-says-moved = Exclusion “{ $name }”: { $days } instead of { $before }.
ui-cal-says-gone = Exclusion “{ $name }” is removed.
ui-cal-says-window = New window. { $now } Before: { $before }
ui-cal-says-starts = { $what } can start { $at } instead of { $before }.
ui-cal-says-can = { $what } can start { $at }.
ui-cal-says-it = It can start { $at }.
ui-cal-says-never = { $what } can start in no window.
ui-cal-says-more = { $n ->
        [one] 1 upgrade can start at another time.
       *[other] { $n } upgrades can start at other times.
    }
ui-cal-included = Last days are included
ui-cal-stale = The policy can't be read. Still showing the last one that could.
ui-cal-always = No window: work can start at any time.
ui-cal-always-but = No window: work can start at any time, except what { $names } blocks.
ui-cal-always-not = No window, but GKE can start no upgrade: { $names }.
ui-cal-open-until = The window is open until { $at }.
ui-cal-opens = The next window opens { $at }.
ui-cal-never = No window opens anymore.
ui-cal-frozen = GKE starts no upgrades today.
ui-cal-waits = { $what }, due today, waits { $n ->
        [one] 1 day
       *[other] { $n } days
    }: first for { $names }, then for the window of { $starts }.
ui-mx-all = { $day }: GKE can start all changes
ui-mx-some = { $day }: GKE can start some changes
ui-mx-none = { $day }: GKE can start no change
ui-mx-sub = scope × change at the playhead
ui-mx-cp = control plane
ui-mx-nodes = nodes
ui-mx-minor = minor
ui-mx-patch = patch
ui-mx-vm = VM
ui-mx-active = { $names }, active
ui-mx-inactive = not active
ui-mx-unset = none set
ui-mx-now = Combined, now
ui-mx-any = any blocks
ui-mx-shut = and no window is open
ui-mx-allowed = allowed
ui-mx-blocked = blocked
ui-mx-by-hand = by hand
ui-mx-on-time = on time
ui-mx-waits = waits
ui-mx-not-held = Upgrades by hand start nevertheless: windows and exclusions don't hold them.
ui-mx-show = Show in the calendar
ui-mx-dated = { $n ->
        [one] 1 scheduled change
       *[other] { $n } scheduled changes
    }
ui-mx-no-dated = The scenario has no upgrades that begin at a date.
ui-mx-can-start = can start { $at }
ui-mx-for-window = for the window of { $at }
ui-mx-runs-by-hand = runs { $at }: windows and exclusions don't hold it
ui-mx-follows = runs once the upgrade before it has ended
ui-mx-until = { $names }, to { $at }
ui-mx-never = no window found
ui-mx-times = Times in { $zone }; the first open window after the last blocker.
ui-mx-cp-minor = CP minor
ui-mx-cp-patch = CP patch
ui-mx-cp-vm = CP disruption
ui-mx-node-minor = node minor
ui-mx-node-patch = node patch
ui-mx-node-vm = VM disruption
ui-av-title = Open time of the { $n } least open days
ui-av-is = { $open }, needs { $need }
ui-av-just = Just enough.
ui-av-more = { $n } more than needed.
ui-av-less = { $n } too short.
ui-fit-title = Fits the window?
ui-fit-lead = Quick estimate without a run: what the scenario gives is the same in all columns (its mean), only assumed durations are fast, median, and slow. Run it for the sample of the headline, with drains, PDBs, quotas, and exclusions.
ui-fit-nothing = Nothing is due in this scenario: add the upgrade of a pool to see whether it fits.
ui-fit-ran-lead = { $drawn ->
        [yes] p10, p50, and p90 of { $runs } seeds.
       *[no] Fast, median, and slow nodes and Pods, { $seeds ->
            [one] 1 seed
           *[other] { $seeds } seeds
        } each; times that the scenario leaves open are half, once, and twice the assumed ones.
    } The scenario is run as it is, with the upgrades of pools that trail the control plane.
ui-fit-fast = fast
ui-fit-median = median
ui-fit-slow-title = slow
ui-fit-run = Run it
ui-fit-stop = Stop
ui-fit-again = Continue
ui-fit-running = { $done } of { $of } runs
ui-fit-ran = windows, by running
ui-fit-over = done
ui-fit-never = never
ui-fit-slow = { $drawn ->
        [yes] In 9 of 10 runs
       *[no] With slow nodes
    } it is done { $at }{ $n ->
        [0] {""}
        [one] , in 1 window
       *[other] , in { $n } windows
    }.
ui-fit-slow-never = { $drawn ->
        [yes] 1 of 10 runs or more don't
       *[no] With slow nodes it doesn't
    } end in the run.
ui-fit-end-of-support = It uses no window: it begins at the end of support (BS-19).
ui-fit-unbound = A command or an override begins it, whether a window is open or not (BS-03, MW-07).
ui-fit-stopped = A command cancels it or rolls it back.
ui-fit-goes-on = It begins in one window and goes on after it (UP-16).
ui-fit-surge = maxSurge { $n } is enough for one window.
ui-fit-surge-never = Even maxSurge { $n } isn't enough for one window.
ui-fit-surge-tries = Looking for a sufficient maxSurge …
ui-fit-unavailable = maxSurge 0 with maxUnavailable { $n } is enough for one window.
ui-fit-unavailable-never = Even maxSurge 0 with maxUnavailable { $n } isn't enough for one window.
ui-fit-unavailable-tries = Looking for a sufficient maxUnavailable …
ui-fit-hours = Windows of { $n } h are enough.
ui-fit-hours-never = Even windows of { $n } h aren't enough.
ui-fit-hours-tries = Looking for sufficiently long windows …
ui-fit-set = Apply
ui-fit-too-large = Runs with more than { $n } records aren't repeated.
ui-fit-boot = boot time
ui-fit-node = per node, { $grace } s grace period
ui-fit-window = nodes per window, { $window }
ui-fit-windows = { $n ->
    [one] windows for 1 node
   *[other] windows for { $n } nodes
}

## The policy checker.

win-text = Window or policy
win-examples = Examples
win-show-in = Show in
win-zone-other = other zone …
win-example-monday = The weekend that ran on Monday
win-example-daily = Every day at 16:00
win-example-weekday = An invalid weekday
win-example-end = An end date years away
win-example-short = Too short to count
win-link-long = The link is too long. Paste the policy instead.
win-link-part = The link is missing a part of its window: it needs s (start), d (duration), and r (rule).
win-link-time = “{ $text }” in the link isn't a valid time. Use s=2026-01-03T02Z.
win-link-duration = “{ $text }” in the link isn't a valid duration. Use d=8h.
win-link-policy = Can't read the policy in the link. { $why }
win-link-start = It must start with “1.” after “p=”.
win-empty = Nothing to check. Paste a window, or choose an example.
win-large-file = { $name } is larger than 1 MB. Import it in the simulator, or paste the part with the maintenance policy.
win-no-text = { $name } isn't a text file.
win-suppose = Assume “{ $rest }”
win-last = Still showing the last text that could be read.
win-reading = Reading …
win-kind-gcloud = gcloud command
win-used = { $n ->
        [one] 1 value used
       *[other] { $n } values used
    }
win-used-ignored = { $n ->
        [one] 1 value used
       *[other] { $n } values used
    }, { $m } ignored ({ $names })
win-each = { $length } each
win-address = Link to this window
win-copy-link = Copy link
win-copied = Copied
win-copy-refused = The browser doesn't allow the page to copy.
win-not-understood = Can't tell when this window opens.
win-not-understood-lead = GKE rejects this policy. See the errors on the right.
win-unknown-says = This doesn't say which window the cluster has.
win-unknown-lead = Add what gcloud container clusters describe prints, before or after the command.
win-left-out = { $n ->
        [one] Without exclusion { $names }, which can't be read.
       *[other] Without exclusions { $names }, which can't be read.
    }
win-stored = Stored in UTC: { $says }
win-open = Actual open intervals
win-view = View
win-weeks = Weeks
win-month = Month
win-year = Year
win-before = Earlier
win-after = Later
win-to-worst = Go to the worst period
win-to-start = Go to the start
win-from-day = weeks from { $day }
win-scroll = Calendar
win-grid = { $n ->
        [one] 1 week
       *[other] { $n } weeks
    } from { $day }, as a drawing. The same information follows as text.
win-year-of = One year from { $day }: open hours per day.
win-key-occurrence = occurrence
win-key-overlap = overlap, { $length }
win-key-open = open
win-key-unlisted = open on a day that isn't listed
win-key-frozen = exclusion
win-closed = closed
win-week = Week from { $day } { $from }
win-to = to { $day }
win-worst-from = Worst { $days } days start { $from }: { $length } open
win-worst-to = and end { $to }
win-stop = .
win-worst-text = The worst { $days } days start { $from }: { $length } open.
win-frozen = exclusion { $name }
win-clocks = clocks { $by }
win-notes = Also good to know
win-traps = Traps
win-no-trap = No traps
win-no-other-trap = No other traps
win-no-overlap = Occurrences don't overlap.
win-no-first = The start is on a listed day.
win-no-far = The end isn't years away.
win-no-shift = The days are the same in the displayed time zone.
win-side = Verdict
win-verdict = Verdict
win-clusters = Clusters in the text
win-accepted = Accepted
win-unknown = Window unknown
win-accepted-but = Accepted, but { $trap }
win-refused = Not accepted
win-enough = The worst { $days } days, from { $from }, have { $length } that count.
win-too-little = The worst { $days } days, from { $from }, have only { $length } that count.
win-worst-days = Worst { $days } days
win-needs = { $length }, needs 48 h
win-edition = Rules of
win-edition-says = 48 h in any { $days } days, in periods of at least 4 h; No upgrades for at most { $freeze } days (edition { $name }).
win-channel = The cluster is in a release channel
win-fix = Fix it
win-fix-worst = Accepted. Open for { $seed } in the worst 32 days and { $current } in the worst 92.
win-use = Use
win-use-name = Use: { $text }
win-next = Next 10 openings
win-from = from
win-today = Today by your browser's clock, 00:00 UTC.
win-from-said = As of { $day }, 00:00 UTC.
win-ics = ICS
# The summary of each event in the calendar file.
ics-open = GKE maintenance window is open
win-ics-title = Save one year of openings as a calendar file
win-never = Doesn't open within a year.
win-opens = Opens, { $zone }
win-closes = Closes, { $zone }
win-length = Length
win-no-end = not within a year
win-copy = Copy as
win-copy-as = Copy as { $form }
## Import: what the files are, and what becomes of them

import-line = { $n } { $what }
import-line-names = { $n } { $what }: { $names }
import-names = { $more ->
        [0] { $names }
       *[other] { $names } and { $more } more
    }
import-place-of = { $place } ({ $names })
import-at = { $what } at line { $line }, column { $column }
import-kinds = { $kinds }
import-kind-refused = { $kind }
import-kind-policy = maintenance policy
import-kind-gcloud = gcloud commands
import-kind-terraform = Terraform
import-kind-terraform-state = Terraform state
import-kind-terraform-plan = Terraform plan
import-kind-scenario = Nodetide scenario
import-kind-operation = operation
import-kind-upgrade-info = upgrade information
import-kind-capacity = region or reservations of Compute Engine
import-kind-cluster = GKE cluster
import-kind-pool = GKE node pool
import-kind-pools = GKE node pools
import-kind-array = array of Kubernetes objects
import-kind-none = Kubernetes object without a kind
import-kind-kubernetes = Kubernetes { $kind }
import-without-effect = only objects without effect on a run: { $kinds }
import-empty-list = an empty list: the command found nothing
import-only = only { $line }
import-no-cluster = nothing in it identifies a cluster
import-too-many-documents = more than { $n } documents: the next one is
import-behind-document = not JSON: “{ $text }” follows the end of the document
import-cut-off = the file is cut off: it ends within the JSON
import-too-many-objects = too many small objects: more than a run can hold
import-not-json = not JSON: { $error }
import-too-deep = nests deeper than { $levels } levels
import-operation = an operation; import the output of clusters describe for its cluster
import-operation-over = an operation that is over and changes nothing; the output of clusters describe has its results
import-error = an error answer of the API: { $error }
import-error-without-message = an error answer of the API: without a message
import-server-config = a server config; it lists versions, not a cluster
import-upgrade-info = upgrade information without its cluster; import it together with the output of gcloud container clusters describe
import-upgrade-info-of-some-pool = upgrade information of a node pool, and nothing says which; write the name of the pool into the name of the file
import-terraform-without-values = Terraform's JSON without values; import the output of terraform show -json
import-terraform-json = Terraform in JSON syntax; import the .tf files, or the output of terraform show -json
import-log = log entries, which aren't simulated: nodetide autoscaler and the page's log reader explain those of the cluster autoscaler; in Cloud Audit Logs pods.eviction.create says who evicted a Pod
import-records = the records of a run, not its scenario
import-helm-release = the summary of a Helm release
import-event-rows = events as a table or a sentence; import them with kubectl get events -A -o json, beside the objects of the cluster
import-drain-output = what kubectl drain prints; import the objects of the cluster: kubectl get nodes,pods,pdb,deploy,sts,ds,rs -A -o json
import-log-table = log entries as a table; take them with gcloud logging read --format json, and read them with nodetide autoscaler or the page's log reader
import-log-reason = a reason of the cluster autoscaler: nodetide autoscaler and the page's log reader explain the log entries with it
import-plan-text = what terraform plan prints; import the output of terraform show -json of the plan's file
import-program-log = the log of a program; GKE's decisions are in its own log: gcloud logging read 'logName:cluster-autoscaler-visibility' --format json, for nodetide autoscaler or the page's log reader
import-table = this is a table; import the output of the same command with -o json (gcloud: --format json)
import-fragment = only “{ $key }”, { $part }
import-torn = { $problem }; it has “{ $key }”, { $part }
import-part-of-pool = a part of a node pool: import the whole output of gcloud container node-pools describe
import-part-of-cluster = a part of a cluster: import the whole output of gcloud container clusters describe
import-part-of-object = a part of a Kubernetes object: import all of it, with its kind and its metadata
import-neither = neither Kubernetes objects nor a GKE cluster: it has { $keys }
import-no-objects = a list without objects
import-empty-object = an empty object
import-single-value = plain text, neither an object nor a command
import-single-value-at = plain text, neither an object nor a command,
import-too-large = the file has { $size } MiB; up to 128 MiB are read
import-not-utf-8 = the bytes at line { $line }, column { $column } aren't UTF-8
import-not-utf-16 = the bytes at line { $line }, column { $column } aren't UTF-16
import-zero-byte = a byte of zero at line { $line }, column { $column }: this isn't text
import-empty = the file is empty
import-zip = this is a ZIP archive (unpack it first), not text
import-gzip = this is a gzip file (unpack it first), not text
import-bzip2 = this is a bzip2 file (unpack it first), not text
import-xz = this is an xz file (unpack it first), not text
import-zstandard = this is a Zstandard file (unpack it first), not text
import-png = this is a picture (PNG), not text
import-jpeg = this is a picture (JPEG), not text
import-gif = this is a picture (GIF), not text
import-pdf = this is a PDF file, not text
import-rrule = this is only a recurrence rule; import it with its window: the gcloud command, or maintenancePolicy of the cluster
import-describe = this is the output of kubectl describe; import that of kubectl get -o json for the same objects
import-command-failed = the command failed: { $error }
import-markup = this is HTML or XML, not JSON or YAML
import-link = this is a link to a scenario; open it in the browser
import-template = a template of a Helm chart, with {"{{"} at line { $line }, column { $column }; import the output of helm template
import-no-window-in-word = Couldn't read a maintenance window from this. Paste an RRULE with the start and the end of the first window, a time of day such as 16:00, a gcloud container clusters command, Terraform, or the output of describe.
import-no-window = Couldn't read a maintenance window from this: { $reason }.
import-no-window-in-kind = Couldn't read a maintenance window from this: { $kind } without windows and exclusions.
import-command-of-kubectl = this is a command line; run it as kubectl get with -o json, and import the output
import-command-of-gcloud = this is a command line; run it with --format json, and import the output
import-command = this is a command line that neither creates, updates nor upgrades a cluster or a node pool; import the output of gcloud container clusters describe --format json
import-commands-too-large = commands of { $size } MiB; up to 4 MiB are read
import-open-quotation = a quotation mark that nothing closes,
import-outside-command = “{ $text }” isn't part of a command
import-not-used = not used: { $what }
import-did-you-mean = { $name } (did you mean { $meant }?)
import-not-terraform = not Terraform: { $error }
import-terraform-modules = Terraform that only calls modules which aren't evaluated: { $modules }; import their files, or the output of terraform show -json
import-terraform-of-none = Terraform whose clusters and node pools have a count of zero: { $resources }
import-terraform-values = Terraform without resources: what it defines is used where other files refer to it
import-terraform-other = Terraform without google_container_cluster and google_container_node_pool
import-terraform-json-other = Terraform's JSON without google_container_cluster and google_container_node_pool
import-terraform-too-large = Terraform of { $size } MiB; up to 16 MiB are read
import-operators-too-deep = nests operators deeper than { $levels } levels
import-too-many-entries = more than { $most } entries in one object or block
import-from-to = { $pool } (from { $from } to { $to })
import-only-comments = nothing but comments
import-not-yaml = not YAML: { $error }
import-too-many-keys = more than 200,000 keys of open mappings
import-too-many-values = more than 8 million values
import-merge = “<<” merges what isn't a mapping
import-merge-before = “<<” merges what isn't a mapping, before the end
import-aliases = aliases repeat too much
import-key-twice = the key "{ $key }" stands twice in a mapping, again
import-alias = an alias of what holds it
import-complex-key = a list or a mapping is a key, which nothing that is read has,
import-server-error = an error answer of the API server: { $error }
import-server-error-without-message = an error answer of the API server: without a message
import-boot = a node boots in 180 s
import-deletion = a VM is deleted in 30 s
import-container-start = a container starts in 20 s
import-grace = a Pod uses all of its grace
import-control-plane-time = a replica of the control plane is upgraded in 600 s
import-node-order = nodes take their turns in the order of seed 1
import-upgrade-to-control-plane = { $pool } to { $target }, the version of the control plane{ $policy ->
        [some] , manually: it ignores windows and exclusions
       *[none] , manually
    }
import-upgrade-automatic = { $pool } to { $target }, { $when ->
        [now] the version of the control plane
       *[later] after the control plane
    }, automatically
import-upgrade-after = { $pool } to { $target }, after { $before }{ $policy ->
        [some] , manually: it ignores windows and exclusions
       *[none] , manually
    }
import-upgrade-after-control-plane = { $pool } to { $target }, after the control plane{ $policy ->
        [some] , manually: it ignores windows and exclusions
       *[none] , manually
    }
import-extended-channel = in the Extended channel GKE keeps the minor version until its extended support ends, { $end ->
        [unknown] a date that isn't in the files
       *[other] { $end }
    } (BS-136)
import-upgrade-of-control-plane = the control plane to { $target }, the next minor version, automatically
import-control-plane-under-way = the control plane to { $target }, whose upgrade runs
import-cancelled-after = { $pool } { $after } after the start of its upgrade
import-upgrade-under-way = { $pool } to { $target }{ $automatic ->
        [yes] {""}, automatically
       *[no] {""}
    } ({ $phase ->
        [none] {""}
       *[other] { $phase };{" "}
    }{ $done } of { $nodes } nodes are done{ $cordoned ->
        [0] {""}
        [one] ; { $names } is cordoned
       *[other] ; { $cordoned } are cordoned: { $names }
    }{ $phase ->
        [DRAINING_BLUE_POOL] ; the soak of a batch, if one is under way, is taken to be over
       *[other] {""}
    }{ $rest ->
        [finishes] ; those in progress finish
        [again] ; GKE upgrades the rest automatically when the next window opens or, without windows, 24 h after { $since ->
                [start] the start
               *[other] its end at { $since }
            } (UP-15)
        [stays] ; only a command upgrades the rest
        [assumed] ; nothing runs until it is resumed or rolled back: that the script resumes it at once is an assumption, the other choice is gcloud container node-pools rollback { $pool }
       *[other] {""}
    }{ $automatic ->
        [unknown] ; taken as started by hand, so windows and exclusions don't pause it (BS-03): startType of gcloud container node-pools get-upgrade-info { $pool } says whether GKE started it
       *[other] {""}
    })
import-upgrade-target = the cluster to { $target }, the target of GKE's automatic upgrades, automatically
import-upgrade-target-of-pool = { $pool } to { $target }, the target of GKE's automatic upgrades, automatically
import-upgrade-to-described = { $pool } to { $target }, the version of its description, which none of its nodes has{ $by ->
        [GKE] , automatically
        [hand] , manually: it ignores windows and exclusions
       *[any] {""}
    }
import-upgrade-to-next = { $pool } to { $target }, the next minor version{ $by ->
        [GKE] , automatically
        [hand] , manually: it ignores windows and exclusions
       *[any] {""}
    }
import-upgrade-to-unknown = { $pool }, to no version that is known{ $by ->
        [GKE] , automatically
        [hand] , manually: it ignores windows and exclusions
       *[any] {""}
    }
import-setting-of = { $setting } of { $pool }
import-settings-now = upgradeSettings of { $pool } (now { $strategy ->
        [SURGE] maxSurge { $surge }, maxUnavailable { $unavailable }
       *[other] { $strategy }
    })
import-reserved = { $pool } ({ $free } free in { $name })
import-reserved-first = { $pool } ({ $free } free in { $name }, all given to this pool, the first that names it: also { $others })
import-quota-left = { $metric } has { $left } left: { $machines }
import-quota-machines = { $nodes } more { $machine } ({ $each } each)
import-quota-or = { $one } or { $other }
import-updated = { $name } ({ $paused ->
        [yes] paused,{" "}
       *[no] {""}
    }{ $updated } of { $wanted } Pods updated)
import-not-observed = { $name } (its last change isn't observed yet)
import-two-revisions = { $name } (Pods of several revisions)
import-two-templates = { $name } (Pods of several ReplicaSets)
import-line-setting = line { $line }: { $setting } of { $of }
import-resize = { $pool } (from { $from } to { $to } nodes in each zone)
import-deletion-at = line { $line }: deletion of { $pool } (not simulated: it stays, with its nodes and Pods, and the rest runs without it)
import-deletion-of = deletion of { $pool }{ $pods ->
        [yes] {" "}with Pods of { $owners }
       *[no] {""}
    } (here it stays, with its nodes and Pods)
import-replacement-of = replacement of { $pool }, which deletes it with { $pods ->
        [yes] Pods of { $owners }
       *[no] its Pods
    } and creates it again (here it stays, with its nodes and Pods)
import-known-after-apply = { $setting } of { $of }, known only after apply: plan with a fixed version
import-left-out = line { $line }: { $command }
import-shell-syntax = line { $line }: { $kind ->
        [for] for loop
        [loop] loop
        [condition] condition
        [case] case
        [function] function
        [array] array
        [alternative] command after ||
        [substitution] command substitution
        [exit] everything after exit
       *[other] { $kind }
    }
import-which-pool = line { $line }: { $verb } which node pool? Set the variable, or write the name: { $pools }
import-value = { $path } { $problem }
import-no-scenario = a scenario that can't be read: { $problem }
import-pool-with-nodes = { $pool } ({ $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }{ $autoscaled ->
        [yes] , autoscaled
       *[no] { "" }
    })
import-nodes-in-a-zone = { $pool } ({ $nodes } in a zone)
import-note-clusters = { $n ->
        [one] GKE cluster
       *[other] GKE clusters
    }
import-note-pools = { $n ->
        [one] node pool
       *[other] node pools
    }
import-note-nodes = { $n ->
        [one] node
       *[other] nodes
    }
import-note-pods = { $n ->
        [one] Pod
       *[other] Pods
    }
import-note-deployments = { $n ->
        [one] Deployment
       *[other] Deployments
    }
import-note-replica-sets = { $n ->
        [one] ReplicaSet
       *[other] ReplicaSets
    }
import-note-replication-controllers = { $n ->
        [one] ReplicationController
       *[other] ReplicationControllers
    }
import-note-stateful-sets = { $n ->
        [one] StatefulSet
       *[other] StatefulSets
    }
import-note-daemon-sets = { $n ->
        [one] DaemonSet
       *[other] DaemonSets
    }
import-note-jobs = { $n ->
        [one] Job
       *[other] Jobs
    }
import-note-rollouts = { $n ->
        [one] Rollout
       *[other] Rollouts
    }
import-note-budgets = { $n ->
        [one] PodDisruptionBudget
       *[other] PodDisruptionBudgets
    }
import-note-services = { $n ->
        [one] Service
       *[other] Services
    }
import-note-running-operations = { $n ->
        [one] running operation
       *[other] running operations
    }
import-note-upgrade-info = { $n ->
        [one] cluster or node pool
       *[other] clusters and node pools
    } with information about automatic upgrades
import-note-paused-reasons = { $n ->
        [one] reason
       *[other] reasons
    } why GKE pauses automatic upgrades; the run isn't paused by { $n ->
        [one] it
       *[other] them
    }
import-note-priority-classes = { $n ->
        [one] PriorityClass
       *[other] PriorityClasses
    }
import-note-pod-autoscalers = { $n ->
        [one] HorizontalPodAutoscaler
       *[other] HorizontalPodAutoscalers
    } not simulated: workloads keep their replicas
import-note-helm-hooks = { $n ->
        [one] object
       *[other] objects
    } that Helm runs as a hook
import-note-other-kinds = { $n ->
        [one] object
       *[other] objects
    } of kinds without effect on a run
import-note-unknown-objects = { $n ->
        [one] element
       *[other] elements
    } of unknown kind
import-note-empty-list = { $n ->
        [one] empty list
       *[other] empty lists
    }
import-note-helm-notes = { $n ->
        [one] page
       *[other] pages
    } of Helm notes
import-note-repeated = { $n ->
        [one] object
       *[other] objects
    } given more than once, the last one is used
import-note-asked-for = { $n ->
        [one] cluster or node pool
       *[other] clusters and node pools
    } of configuration beside a description, which is used; for what Terraform changes, give terraform show -json of its plan
import-note-in-scenario = { $n ->
        [one] object
       *[other] objects
    } already in the scenario
import-note-nameless = { $n ->
        [one] object
       *[other] objects
    } without a name
import-note-other-clusters = { $n ->
        [one] further cluster
       *[other] further clusters
    } shown as a calendar beside the simulated one
import-note-two-clusters = { $n ->
        [one] of the clusters
       *[other] clusters
    } in the files: state of several clusters gives no cluster that exists, so import each by itself
import-note-other-pools = { $n ->
        [one] node pool
       *[other] node pools
    } of further clusters
import-note-terminating-pods = { $n ->
        [one] Pod
       *[other] Pods
    } being deleted, left out
import-note-finished-jobs = { $n ->
        [one] finished Job
       *[other] finished Jobs
    } without Pods
import-note-old-replica-sets = { $n ->
        [one] old ReplicaSet
       *[other] old ReplicaSets
    } without replicas
import-note-condition-taints = { $n ->
        [one] node taint
       *[other] node taints
    } managed by the node controller or the autoscaler, left out
import-note-cordoned = { $n ->
        [one] node is cordoned already and takes no new Pods
       *[other] nodes are cordoned already and take no new Pods
    }
import-note-nodes-not-ready = { $n ->
        [one] node
       *[other] nodes
    } not Ready in the dump: no new Pods there, Pods on it not ready
import-node-not-ready = { $node } ({ $since ->
        [none] since the start
       *[other] since { $since }
    }{ $reason ->
        [none] {""}
       *[other] , { $reason }
    }{ $message ->
        [none] {""}
       *[other] : { $message }
    }; { $repair ->
        [yes] auto-repair from 10 min after that on
       *[no] no auto-repair: management.autoRepair is false
    })
import-note-unreadable-quantities = { $n ->
        [one] quantity
       *[other] quantities
    } that can't be read
import-note-unreadable-values = { $n ->
        [one] value
       *[other] values
    } of the wrong type, left out
import-note-unreadable-versions = { $n ->
        [one] version
       *[other] versions
    } that can't be read
import-note-unreadable-dates = { $n ->
        [one] date
       *[other] dates
    } that can't be read
import-note-unreadable-times = { $n ->
        [one] duration
       *[other] durations
    } that can't be read
import-note-local-ssds = { $n ->
        [one] node pool with local SSDs: their data is
       *[other] node pools with local SSDs: their data is
    } lost with each node that is replaced or recreated, which isn't simulated
import-note-local-disks = { $n ->
        [one] disk that is local to one node is
       *[other] disks that are local to one node are
    } lost with the node, and so is the data: that loss isn't simulated. A Pod whose claim is bound to such a disk fits no other node, and stays Pending once a node with another name has replaced its own (KS-39)
import-note-persistent-volumes = { $n ->
        [one] workload
       *[other] workloads
    } with persistent volumes that hold no Pod in a zone: the files don't have their claims, or its Pods have different ones
import-note-not-simulated-yet = { $n ->
        [one] setting
       *[other] settings
    } kept in the scenario, not simulated yet
import-note-running-upgrade = { $n ->
        [one] node pool
       *[other] node pools
    } in the middle of an upgrade, simulated as if none were running
import-note-requests-differ = { $n ->
        [one] workload
       *[other] workloads
    } whose Pods request different amounts, those of the newest Pod are used
import-note-labels-differ = { $n ->
        [one] workload
       *[other] workloads
    } whose Pods have other labels than each other: all of them, and new replicas, are taken to have those of the first one
import-note-webhooks = { $n ->
        [one] admission webhook, which may decide
       *[other] admission webhooks, which may decide
    }
import-webhook = { $name } ({ $policy }) is asked about { $chosen ->
        [yes] some{" "}
       *[no] {""}
    }{ $what ->
        [pods] new Pods
        [deletions] Pods that are deleted
       *[evictions] evictions
    }{ $pods ->
        [one] {""}, and its Service { $service } has one Pod: while that is away, { $what ->
            [pods] no such Pod is created
            [deletions] none is deleted
           *[evictions] none is evicted
        }
       *[other] {""}
    }
import-note-budgets-without-pods = { $n ->
        [one] budget whose Pods aren't in the files
       *[other] budgets whose Pods aren't in the files
    }
import-budget-without-pods = { $budget }{ $kind ->
        [none] {""}
       *[other] {" "}(perhaps those of { $kind } { $name })
    }
import-note-budgets-of-a-role = { $n ->
        [one] budget that can't be judged, as it selects
       *[other] budgets that can't be judged, as they select
    } by labels that not all Pods of an owner have, or none of its new ones, and the files don't say what sets them
import-budget-of-a-role = { $budget } of { $owner }{ $allowed ->
        [unknown] {""}
        [0] {" "}(by its status it allows 0 disruptions: a drain of what it selects waits for its full limit)
        [1] {" "}(by its status it allows 1 disruption)
       *[other] {" "}(by its status it allows { $allowed } disruptions)
    }
import-note-endless-jobs = { $n ->
        [one] Job of unknown length, assumed never to end, so waiting longer doesn't help
       *[other] Jobs of unknown length, assumed never to end, so waiting longer doesn't help
    }: set assumptions.work of { $n ->
        [one] its workload; the option --work 16h sets it
       *[other] their workloads; the option --work 16h sets it for all
    }
import-note-job-sets = { $n ->
        [one] JobSet
       *[other] JobSets
    } of which only the Job with the lost Pod is affected in the run: that a failed Job restarts all Jobs of the set, as failurePolicy says, and that each of them loses its work since its last start, isn't simulated
import-note-job-settings = { $n ->
        [one] setting of a Job that isn't used
       *[other] settings of Jobs that aren't used
    }: every evicted Pod of any index counts toward backoffLimit
import-note-job-deadlines = { $n ->
        [one] Job
       *[other] Jobs
    } of unknown length, so not failed by activeDeadlineSeconds
import-note-owners-split = { $n ->
        [one] owner whose Pods differ
       *[other] owners whose Pods differ
    } in claims or in the budgets that select them, simulated as several workloads: a replacement has the claims and the labels of the Pod that it replaces
import-note-draining-nodes = { $n ->
        [one] node
       *[other] nodes
    } in the middle of an upgrade: the limit of the drain counts from when the node was cordoned
import-note-cordoned-before = { $n ->
        [one] node that was cordoned
       *[other] nodes that were cordoned
    } before the upgrade under way began: taken to be cordoned by a user, and drained in turn
import-note-cordoned-by-hand = { $n ->
        [one] node that is
       *[other] nodes that are
    } cordoned although the last upgrade of the pool has ended: taken to be cordoned by a user, and drained in turn if the upgrade is resumed
import-note-nodes-recreating = { $n ->
        [one] node
       *[other] nodes
    } of an upgrade under way that the operation counts and no file has: taken to be deleted and yet to be recreated, with a slot that takes no other node until then
import-note-wait-begun = { $n ->
        [one] wait before blue is drained, of which the files don't say how long it has lasted: taken as just begun
       *[other] waits before blue is drained, of which the files don't say how long they have lasted: taken as just begun
    }
import-note-rollouts-under-way = { $n ->
        [one] rollout
       *[other] rollouts
    } under way, not continued: the Pods count as of one template, and those beyond the replicas are deleted at the start. In the cluster it goes on beside the upgrade unless it is paused or a partition holds it, and more Pods are away at a time
import-note-nodes-under-pressure = { $n ->
        [one] node has a taint of its condition and takes
       *[other] taints of nodes' conditions: they take
    } no new Pods without a toleration before an upgrade or a repair replaces the node; evictions by its kubelet aren't simulated
import-note-nodes-to-be-deleted = { $n ->
        [one] node that the autoscaler was about to delete, taken to stay
       *[other] nodes that the autoscaler was about to delete, taken to stay
    } and to take Pods and traffic: if it is gone by now, import newer files
import-note-rollouts-continued = { $n ->
        [one] rollout
       *[other] rollouts
    } under way, which the script continues; if no new Pod is ready and they crash, lack their image, or the deadline is over, others of that template are taken to fail too
import-note-refused-settings = { $n ->
        [one] setting
       *[other] settings
    } of a strategy that isn't the pool's, which Terraform's provider refuses to change (apply fails) and a run leaves aside
import-refused-setting = { $setting } of { $pool } ({ $strategy })
import-note-foreign-nodes = { $n ->
        [one] node pool whose nodes aren't GKE's
       *[other] node pools whose nodes aren't GKE's
    }: a run treats them as GKE nodes, and no upgrade of them is assumed
import-note-no-minor-upgrade = { $n ->
        [one] cluster without an upgrade
       *[other] clusters without an upgrade
    }
import-note-kind-by-shape = { $n ->
        [one] object
       *[other] objects
    } without a kind, recognized by the fields
import-note-pools-grouped = { $n ->
        [one] node pool
       *[other] node pools
    } made of nodes that are alike
import-note-pool-without-name = { $n ->
        [one] node pool
       *[other] node pools
    } without a name in the part that is given
import-note-zone = { $n ->
        [one] node
       *[other] nodes
    } without a zone label, put into one zone
import-note-pool-zone = { $n ->
        [one] node pool
       *[other] node pools
    } without locations, put into one zone
import-note-pool-made = { $n ->
        [one] node pool
       *[other] node pools
    } added for the Pods, as the files have no nodes
import-note-node-count = { $n ->
        [one] node pool
       *[other] node pools
    } with as many nodes as when created
import-note-node-count-now = { $n ->
        [one] node pool
       *[other] node pools
    } with the cluster's current number of nodes
import-note-pool-without-nodes = { $n ->
        [one] node pool
       *[other] node pools
    } with none of the nodes given
import-note-node-not-given = { $n ->
        [one] Pod
       *[other] Pods
    } on nodes that aren't given, scheduled again
import-note-nodes-missing = { $n ->
        [one] Pod on a node that isn't in the files
       *[other] Pods on nodes that aren't in the files
    }, in which there is no node at all (kubectl get nodes is missing, or forbidden): the run takes nodes from the pools and places the Pods itself
import-note-namespaces-of-the-cluster = { $n ->
        [one] manifest without a namespace, in that
       *[other] manifests without a namespace, in that
    } of the cluster's objects of the same names
import-note-default-namespaces = { $n ->
        [one] manifest without a namespace, in the default one, beside
       *[other] manifests without a namespace, in the default one, beside
    } the cluster's objects: set metadata.namespace if it belongs elsewhere
import-note-owner-by-name = { $n ->
        [one] Deployment
       *[other] Deployments
    } not given, known by the names of ReplicaSets
import-note-owner-by-reference = { $n ->
        [one] controller
       *[other] controllers
    } not given, known by owner references, with as many replicas as there are Pods
import-note-custom-owners = { $n ->
        [one] owner
       *[other] owners
    } of other kinds: Pods are recreated at once, no scale subresource
import-note-scaled-owners = { $n ->
        [one] owner
       *[other] owners
    } of other kinds: Pods are recreated at once, with a scale subresource
import-note-owners-of-named-pods = { $n ->
        [one] owner
       *[other] owners
    } of other kinds: a Pod is recreated with its name and claims when the old one is gone, as with podManagementPolicy Parallel; no scale subresource
import-note-scaled-owners-of-named-pods = { $n ->
        [one] owner
       *[other] owners
    } of other kinds: a Pod is recreated with its name and claims when the old one is gone, as with podManagementPolicy Parallel; with a scale subresource
import-note-run-once-owners = { $n ->
        [one] owner
       *[other] owners
    } of other kinds: Pods run once and aren't recreated; whether their controllers make others isn't known
import-note-fewest-replicas = { $n ->
        [one] workload
       *[other] workloads
    } without replicas, with the minimum of the HorizontalPodAutoscaler
import-note-budgets-without-number = { $n ->
        [one] budget
       *[other] budgets
    } with neither minAvailable nor maxUnavailable: no disruption allowed, maxUnavailable 0
import-note-ready-by-probe = { $n ->
        [one] workload
       *[other] workloads
    } ready after the delay of the readiness or startup probe
import-note-priority-class = { $n ->
        [one] workload
       *[other] workloads
    } with an unknown priority class: priority 0
import-note-timings = { $n ->
        [one] assumption
       *[other] assumptions
    } about what the files don't say
import-note-slow-boot = { $n ->
        [one] node pool
       *[other] node pools
    } with eight accelerators or more on each node: they are taken to boot in 180 s like all others, and may take longer
import-note-gone-pods = { $n ->
        [one] Pod
       *[other] Pods
    } being deleted, assumed gone: takes no room, not counted by budgets
import-note-ending-pods = { $n ->
        [one] Pod
       *[other] Pods
    } being deleted: { $n ->
        [one] it takes room on its node until its grace period ends
       *[other] they take room on their nodes until their grace periods end
    }
import-note-overdue-pods = { $n ->
        [one] Pod
       *[other] Pods
    } being deleted whose grace { $n ->
        [one] period was
       *[other] periods were
    } over when the files were written, gone at the start
import-note-finalizers = { $n ->
        [one] Pod
       *[other] Pods
    } being deleted with finalizers, which are assumed to be removed in time
import-note-kept-by-finalizers = { $n ->
        [one] Pod being deleted that finalizers keep
       *[other] Pods being deleted that finalizers keep
    } though the grace period is over: taken to stay to the end of the run, also after the node; a drain waits until its limit
import-note-start = { $n ->
        [one] start time
       *[other] start times
    }, the newest instant in the files
import-note-starts-now = { $n ->
        [one] start time
       *[other] start times
    }, now, as the files have a maintenance policy and no instant of the cluster's state
import-note-starts-today = { $n ->
        [one] start time
       *[other] start times
    }, today, as nothing in the files is newer
import-note-default-start = { $n ->
        [one] start time
       *[other] start times
    }, as the files have no instant
import-note-reserved = { $n ->
        [one] node pool
       *[other] node pools
    } with a specific reservation: as many machines are reserved as it has nodes
import-note-free-machines = { $n ->
        [one] node pool
       *[other] node pools
    } with a specific reservation whose free machines are left for more nodes
import-note-free-quota = { $n ->
        [one] quota
       *[other] quotas
    } of the region: no more nodes than it leaves are created, by all pools together
import-note-unnamed-reservations = { $n ->
        [one] reservation
       *[other] reservations
    } that no node pool names, so it isn't known which pools use it: set reservedNodes of the pool that does
import-note-other-regions = { $n ->
        [one] region
       *[other] regions
    } in which the cluster has no nodes
import-note-quota = { $n ->
        [one] quota
       *[other] quotas
    } exceeded: no VM can be created beyond those that exist
import-note-quota-known = { $n ->
        [one] exceeded quota
       *[other] exceeded quotas
    } whose own numbers are in the files, and count instead of the error
import-note-waiting-pods = { $n ->
        [one] Pod whose container fails, and goes on to fail
       *[other] Pods whose containers fail, and go on to fail
    }
import-note-unready-pods = { $n ->
        [one] Pod that isn't ready and stays so, as nothing says why
       *[other] Pods that aren't ready and stay so, as nothing says why
    }
import-note-fails-at-stop = { $n ->
        [one] workload whose Pods are
       *[other] workloads whose Pods are
    } assumed to fail their readiness when they are told to stop, as an EndpointSlice says of one
import-note-pending-pods = { $n ->
        [one] Pod that is Pending in the files
       *[other] Pods that are Pending in the files
    }: scheduled at the start where a node of the run has room
import-note-missing-pods = { $n ->
        [one] workload whose Pods are not all in the files, nor ready by its status
       *[other] workloads whose Pods are not all in the files, nor ready by their status
    }: the missing ones are created at the start
import-missing-pods = { $workload } ({ $missing } of { $replicas })
import-note-startup-taints = { $n ->
        [one] taint of a pool that none of its Ready nodes has
       *[other] taints of pools that none of their Ready nodes have
    }: taken to be removed from a new node as soon as it is Ready, as Cilium does with node.cilium.io/agent-not-ready
import-note-budget-status = { $n ->
        [one] budget
       *[other] budgets
    } whose status in the files isn't that of the start
import-note-cron-jobs = { $n ->
        [one] CronJob
       *[other] CronJobs
    } not simulated: Jobs that exist are used, later ones aren't started
import-note-endpoint-slices = { $n ->
        [one] EndpointSlice
       *[other] EndpointSlices
    }
import-note-limit-ranges = { $n ->
        [one] LimitRange
       *[other] LimitRanges
    }
import-note-default-requests = { $n ->
        [one] workload
       *[other] workloads
    } with default requests of the namespace's LimitRange
import-note-stockouts = { $n ->
        [one] stockout
       *[other] stockouts
    }: no VM of any node pool can be created in { $n ->
        [one] its zones
       *[other] their zones
    } until the script ends the stockout
import-note-changed-later = { $n ->
        [one] setting
       *[other] settings
    } that the script changes after an upgrade of the pool, from then on
import-note-from-start = { $n ->
        [one] setting
       *[other] settings
    } of the cluster that the script changes after an upgrade, already in effect at the start
import-note-storage = { $n ->
        [one] volume, claim or storage class
       *[other] volumes, claims and storage classes
    }
import-note-disks = { $n ->
        [one] workload
       *[other] workloads
    } whose disks aren't all in the files: each is taken to be in the zone of its Pod
import-note-custom-resources = { $n ->
        [one] custom resource
       *[other] custom resources
    } with replicas, whose Pods in the files are used
import-note-custom-resources-without-pods = { $n ->
        [one] custom resource
       *[other] custom resources
    } with replicas and without Pods in the files, not simulated
import-note-expired-exclusions = { $n ->
        [one] maintenance exclusion
       *[other] maintenance exclusions
    } over before the start
import-note-conditions = { $n ->
        [one] condition
       *[other] conditions
    } of the cluster or a node pool
import-budget-status = { $budget } (in the files { $healthy } healthy Pods and { $allowed } disruptions allowed, at the start { $own_healthy } and { $own_allowed })
import-note-default-version = { $n ->
        [one] node pool
       *[other] node pools
    } without a version
import-note-default-surge = { $n ->
        [one] node pool
       *[other] node pools
    } without upgrade settings: the default, SURGE 1 + 0
import-note-pods-unknown = { $n ->
        [one] autoscaled node pool
       *[other] autoscaled node pools
    } without Pods in the files: the autoscaler removes none of its nodes
import-note-version-before = { $n ->
        [one] node pool
       *[other] node pools
    } without a version: one minor version before the upgrade
import-note-upgrade = { $n ->
        [one] upgrade in the script
       *[other] upgrades in the script
    }
import-note-upgrade-under-way = { $n ->
        [one] upgrade under way, which the script resumes
       *[other] upgrades under way, which the script resumes
    }
import-note-failed-upgrades = { $n ->
        [one] failed upgrade
       *[other] failed upgrades
    }
import-note-upgrades-being-cancelled = { $n ->
        [one] cancelled upgrade, which no command resumes
       *[other] cancelled upgrades, which no command resumes
    }
import-note-refused-rollbacks = { $n ->
        [one] rollback that GKE refuses: only an upgrade that isn't finished can be rolled back (UP-14). A finished one is
       *[other] rollbacks that GKE refuses: only upgrades that aren't finished can be rolled back (UP-14). Finished ones are
    } taken back by an upgrade to the earlier version (gcloud container clusters upgrade CLUSTER --node-pool=POOL --cluster-version=VERSION) or by a new pool
import-note-refused-changes = { $n ->
        [one] setting
       *[other] settings
    } that GKE refuses to change: the pool is being upgraded, and its settings are locked until the upgrade ends or is cancelled (BS-04)
import-note-commands = { $n ->
        [one] gcloud command
       *[other] gcloud commands
    }
import-note-kubectl-commands = { $n ->
        [one] kubectl command
       *[other] kubectl commands
    }
import-note-arguments = { $n ->
        [one] argument
       *[other] arguments
    } without effect on an upgrade
import-note-bad-documents = { $n ->
        [one] document that can't be read
       *[other] documents that can't be read
    }, left out
import-note-definitions = { $n ->
        [one] file
       *[other] files
    } with values and calls for other files
import-note-count-zero = { $n ->
        [one] resource
       *[other] resources
    } with a count of zero
import-note-modules = { $n ->
        [one] module
       *[other] modules
    } not evaluated; import their files, or the output of terraform show -json
import-note-other-resources = { $n ->
        [one] resource
       *[other] resources
    } of other types
import-note-kubernetes-resources = { $n ->
        [one] Kubernetes resource that Terraform changes and the run doesn't
       *[other] Kubernetes resources that Terraform changes and the run doesn't
    }
import-note-flags = { $n ->
        [one] flag
       *[other] flags
    } without effect on an upgrade
import-note-outside-window = { $n ->
        [one] field that the API has in maintenancePolicy.window
       *[other] fields that the API has in maintenancePolicy.window
    }
import-note-unknown-flags = { $n ->
        [one] unknown flag
       *[other] unknown flags
    }
import-note-unreadable-flags = { $n ->
        [one] flag
       *[other] flags
    } with a value that can't be used
import-note-other-commands = { $n ->
        [one] command
       *[other] commands
    } without changes to a cluster or a node pool
import-note-deleted-pools = { $n ->
        [one] node pool
       *[other] node pools
    } deleted by a command, left out
import-note-deleted-clusters = { $n ->
        [one] command
       *[other] commands
    } to delete the cluster, not run
import-note-commands-left-out = { $n ->
        [one] command or option
       *[other] commands or options
    } of the script that a run can't make, or whose subject isn't in the files, left out
import-note-created-from-start = { $n ->
        [one] node pool that a command or the configuration creates, there with its nodes
       *[other] node pools that commands or the configuration create, there with their nodes
    } from the start
import-note-applied-settings = { $n ->
        [one] setting
       *[other] settings
    } of the configuration, in effect from the start
import-note-set-in-place = { $n ->
        [one] setting that the configuration changes
       *[other] settings that the configuration changes
    } in place, which recreates no node (UP-08); the run keeps what the nodes have
import-note-set-after-upgrade = { $n ->
        [one] setting that Terraform sets
       *[other] settings that Terraform sets
    } only after the upgrade, which runs with what the cluster has now; to upgrade with the new ones, apply them first
import-note-differences-left-out = { $n ->
        [one] setting
       *[other] settings
    } in which the configuration differs from the cluster, not changed in the run
import-note-commands-of-other-clusters = { $n ->
        [one] command
       *[other] commands
    } for another cluster than the simulated one
import-note-control-plane-by-nodes = { $n ->
        [one] control plane
       *[other] control planes
    } that is configured with a version older than that of the nodes: at their newest version
import-note-not-evaluated = { $n ->
        [one] expression
       *[other] expressions
    } not evaluated, left out; give the variables defaults, or import the output of terraform show -json
import-note-policy-not-evaluated = { $n ->
        [one] expression
       *[other] expressions
    } of the maintenance policy not evaluated, left out, so when maintenance may begin isn't known; write the value, or import the output of terraform show -json
import-note-not-supported = { $n ->
        [one] expression
       *[other] expressions
    } that can't be evaluated from the files, left out; write the value, or import the output of terraform show -json
import-note-surge-unknown = { $n ->
        [one] node pool
       *[other] node pools
    } with surge settings that aren't evaluated: GKE's default, 1 + 0, where the rest allows it
import-note-planned-upgrade = { $n ->
        [one] difference
       *[other] differences
    } of the configuration from the cluster, which the run changes manually at the start
import-note-variable-not-evaluated = { $n ->
        [one] variable
       *[other] variables
    } not evaluated (flags are left out, names made of the variable's); write the value instead
import-note-shell-syntax = { $n ->
        [one] part
       *[other] parts
    } of the script not run; write its commands one after the other
import-note-count-not-evaluated = { $n ->
        [one] resource
       *[other] resources
    } whose count or for_each isn't evaluated, taken as one; import the output of terraform show -json for all of them
import-note-named-by-label = { $n ->
        [one] resource
       *[other] resources
    } without a known name, named after the label
import-note-three-zones = { $n ->
        [one] location
       *[other] locations
    } without zones, in three zones of the region
import-note-one-node = { $n ->
        [one] node pool
       *[other] node pools
    } without a known number of nodes
import-note-least-nodes = { $n ->
        [one] node pool
       *[other] node pools
    } autoscaled and without a number of nodes: the minimum
import-note-num-nodes = { $n ->
        [one] node pool
       *[other] node pools
    } without a number of nodes: 3 in a zone, gcloud's default
import-note-local-times = { $n ->
        [one] time without an offset, which gcloud reads in your time zone, taken as UTC
       *[other] times without an offset, which gcloud reads in your time zone, taken as UTC
    }
import-note-starts-with-window = { $n ->
        [one] scenario
       *[other] scenarios
    } that starts on the day of the first maintenance window
import-note-only-named = { $n ->
        [one] node pool
       *[other] node pools
    } named only by a command, added
import-note-blank-filled-in = { $n ->
        [one] node pool
       *[other] node pools
    } meant by a command with a placeholder for its name
import-note-after-upgrade = { $n ->
        [one] change
       *[other] changes
    } that the script makes after an upgrade and that a run can't make, left out
import-note-control-plane-before = { $n ->
        [one] control plane
       *[other] control planes
    } without a version: one minor version before the upgrade
import-note-resumed = { $n ->
        [one] upgrade
       *[other] upgrades
    } of a pool that is half upgraded, resumed
import-note-cancelled-after = { $n ->
        [one] upgrade is
       *[other] upgrades are
    } cancelled while in progress
import-note-zero-values = { $n ->
        [one] node pool
       *[other] node pools
    } where the API leaves out a zero
window-daily = daily window
window-rule = recurrence rule
window-without-end = This is a rule with a start; the end of the first window is missing, or how long it is.
window-without-bounds = This is a recurrence rule alone. It says on which days windows begin; write the start and the end of the first window beside it, as 2026-01-03T02:00:00Z to 2026-01-03T10:00:00Z.
window-no-instant = “{ $text }” isn't a valid time: write 2026-01-03T02:00:00Z.

## When a window is open

open-always = Open at any time: no maintenance window is configured.
open-never = Never open in the year that is shown.
open-every-day = Open every day from { $from } to { $to } { $zone }, { $length } each{ $ends }.
open-continuously = Open all the time: each occurrence lasts until the next one begins, or longer.
open-all-that-is-shown = Open all the time that is shown{ $ends }.
other-names = A scenario under other names
open-for-years = Each occurrence lasts { $length }: the end time is that of the first window, not the date on which the windows stop recurring.
open-on-days = Open { $days } from { $times } { $zone }, { $length } each{ $ends }.
open-overlapping = Some occurrences reach into the next one, and are one opening with it.
open-times = { $n } times of day between { $first } and { $last }
open-all-the-time = Open all the time{ $ends }.
open-in-one-piece = Open every week from { $piece } { $zone }, { $length } in one piece{ $ends }.
open-every-week = Open every week on { $days } from { $from } to { $to } { $zone }, { $length } each{ $ends }.
open-in-pieces = Open every week: { $pieces } { $zone }{ $ends }.
open-piece = { $day } { $from } to { $end } { $to }
open-when-clocks-change = These are the times around { $day }: the window keeps to UTC when the clocks of { $zone } change.
open-into-the-next = { $day }'s occurrence ends on { $end } at { $at }, but { $next } starts another { $length } at { $from }, and that one ends on { $to }.
open-without-end = { "" }
open-times-in-all = , { $n ->
        [one] 1 occurrence
       *[other] { $n } occurrences
    } in all
open-until = , until { $day }
list-and = { $first } and { $last }
days-every = every { $n ->
        [1] { $period ->
            [year] year
            [month] month
            [week] week
            [day] day
            [hour] hour
            [minute] minute
           *[second] second
        }
       *[other] { $n } { $period ->
            [year] years
            [month] months
            [week] weeks
            [day] days
            [hour] hours
            [minute] minutes
           *[second] seconds
        }
    }
days-on = { $every } on { $on }
days-where = { $every } where it is { $on }
days-time = { $every } on the { $places } time
days-places = { $every } on the { $places } of these days: { $on }
days-or = { $first } or { $last }
days-also = { $first } where it is also { $last }
days-of-any-month = { $days } of any month
days-in-months = { $days } in { $months }
days-day = the { $day }{ $ending }
days-date = { $day } { $month }
days-last-day = the { $nth } day
days-day-of-year = day { $day } of the year
days-last-day-of-year = the { $nth } day of the year
days-day-of-week = a day of { $week }
days-every-day-of = every day of { $weeks }
days-week = week { $week }
days-last-week = the { $nth } week
days-each = every { $days }
days-nth-weekday = the { $nth } { $day }
days-nth = { $n ->
        [1] first
        [2] second
        [3] third
       *[other] { $n }{ $ending }
    }
days-nth-to-last = { $n ->
        [1] last
       *[other] { days-nth } to last
    }

## What GKE accepts and people do not expect

trap-starts-later = Nothing opens before { $from }.
    .title = It starts later
trap-far-end = The end of the first window says how long each of them lasts: { $days } days. If it was meant as the day on which windows end, that is UNTIL in the rule.
    .title = The end is far away
trap-overlap = Windows of { $length } begin { $apart } apart, so they overlap for { $overlap } and are { $open }.
    .title = Occurrences overlap
trap-unlisted-day = The rule does not list { $days }, and a window that began before is still open then. BYDAY says when windows begin.
    .title = Open on { $days }
trap-offset = { $day } { $written } as written is { $stored } { $start } in UTC, which is what is stored; the days of the rule are days of UTC.
    .title = The start is on another day
trap-other-day = { $day } { $from } UTC is { $local_day } { $local } in { $zone }; it closes there on { $end } at { $to }.
    .title = Days are UTC days
trap-set-position = BYSETPOS chooses among all listed days of the period: 1 is the first of these days, not the first weekend.
    .title = One day and not a weekend
trap-missing-date = { $months ->
        [leap] February has a day 29 in leap years only; in other years no window opens in it.
        [one] One month of the year has no day { $day }; no window opens in it.
       *[other] { $months } months of the year have no day { $day }; no window opens in them. BYMONTHDAY=-1 is the last day of every month.
    }
    .title = Not in every month
trap-first-start = { $nothing }; the first window opens on { $day } { $at }.
    .title = The start isn't a window
trap-until-day = It is read as the end of that day, { $until }.
    .title = UNTIL is a day
trap-ends = After { $last } none opens, and GKE asks for availability then as before.
    .title = Windows end
trap-overlap-always = open all the time
trap-overlap-for = open for { $length } in one piece
trap-first-start-time = The rule opens nothing at { $at }
trap-first-start-day = The start is { $day } { $at }, when the rule opens nothing
trap-ends-after = { $n ->
        [one] one window
       *[other] { $n } windows
    }

## What would make a maintenance policy valid

fix = { $changes }.
fix-without-end = leave { $part } out, so that windows do not end
fix-first-day = let the first window begin on { $day }
fix-without = leave { $part } out
fix-length = let each window last { $length }
fix-more-days = open it on { $days } too
fix-end-on-its-day = end each window on the day on which it begins, after { $length }
fix-fewer-days = leave { $days } out of BYDAY
fix-write = write { $part }
fix-without-count = leave COUNT out: UNTIL says when it ends
fix-first-end = end the first window at { $end }
fix-rule = let it recur by { $rule }
fix-no-recurrence = let { $name } not recur
fix-without-behavior = leave endTimeBehavior of { $name } out
fix-swap = swap start and end of { $name }
fix-scope = set the scope of { $name } to { $scope }
fix-end = end { $name } at { $at }
fix-sooner = end { $name } at { $at }, { $less } sooner
fix-later = begin { $name } at { $at }, { $less } later

## Maintenance policies to begin with, and what else is known of maintenance

template-off-peak = Off-peak hours
    .about = Every night from 02:00 to 06:00 UTC, when traffic is low.
template-on-call = While someone is on call
    .about = On working days from 09:00 to 17:00 UTC, so that people are there.
template-staggered = One cluster after another
    .about = Mondays and Tuesdays; another region takes two other days, so that it sees the change first.
template-retail-nights = Retail nights
    .about = In the nights of working days, and nothing in a sales event in four weeks.
template-holiday-season = Holiday season
    .about = Only patches from 30 September to 15 January, and nothing around Black Friday and the turn of the year.
template-beta-api-removal = Time to leave a beta API
    .about = No minor upgrades for three months, while objects move to the API that stays.
template-legacy-database = A database that must not be evicted
    .about = No minor or node upgrades for three months; nodes are upgraded by hand when downtime suits.
maintenance-note-MW-01 = A maintenance window recurs and says when automatic maintenance is allowed; an exclusion does not recur and says when it is not.
maintenance-note-MW-06 = Maintenance that outlasts the window is paused and goes on in the next one, as far as that is possible: surge upgrades pause, blue-green upgrades and upgrades of the control plane go on.
maintenance-note-MW-07 = For emergencies and for software that is out of support GKE may upgrade outside windows and inside exclusions.
maintenance-note-MW-11 = The console shows windows in local time, gcloud shows them in UTC.
maintenance-note-MX-11 = Upgrades restart the VMs of the control plane and of the nodes. A zonal cluster has one control plane, which does not answer meanwhile; nodes that restart move their Pods, and budgets say how many may be missing.
maintenance-note-MR-06 = Maintenance of Compute Engine hosts asks no policy; most VMs are moved to another host while they run.
maintenance-note-MR-07 = For some machine families host maintenance can be planned, and started so that it falls into a window.
maintenance-note-BS-20 = With rollout sequencing an upgrade goes from one fleet to the next after a soak of 7 days, at most 30.
maintenance-note-BS-21 = Google advises to keep No upgrades under 30 days, and the narrower scopes under about six months.
maintenance-note-BS-28 = With --patch-update=accelerated automatic upgrades go to the newest patch of the channel.
maintenance-note-BS-30 = A host maintenance policy (Preview) is as needed or periodic; an opportunistic one waits until nodes are idle, up to 28 days ahead.
toggles-in-utc = { $day } { $local } is { $utc_day } { $utc } UTC.
toggles-shift = From { $day } it opens at { $local } local: UTC stays, your clock moves.

## Comments in exported files

export-commands = Commands for the scenario “{ $scenario }”.
export-settings-left-out = Set in the scenario and not in this file, for “{ $of }”: { $fields }.
export-live = Each command changes a live cluster immediately. Review it before you run it.
export-created = Not among these commands: the creation of { $pools }. The run has it from the start: create it first.
export-undescribed = In the description of “{ $pool }” and not in this file, so that a pool created from it has GKE's defaults instead: { $fields }.
export-changed = Budgets and workloads, as changed for this: the durations hold only with them
export-changed-object = Not among these commands: the change of { $object }, without which this run differs.
export-omitted = Not among these commands: { $command }.
export-time = { $offset }, { $at }
export-pool = Node pool { $pool }
export-phase = When “{ $pool }” begins { $phase }
export-after-control-plane = When the upgrade of the control plane has ended
export-after-step = After the command before
export-after-pool = When the work on “{ $pool }” has ended
export-later = { $when }, { $after } later
export-left-out = Left out: “{ $name }” or one of its values can't be used in a command.
export-assumed-pool = The files have no node pool: “{ $pool }” and its upgrade are assumed and left out.
export-autopilot = Autopilot manages this pool: you can't change these settings.
export-control-plane-vms = GKE recreates the control plane VMs (no command).
export-automatic-control-plane = GKE upgrades the control plane automatically when automatic work can start.
export-automatic = GKE upgrades “{ $pool }” automatically when automatic work can start.
export-by-hand = By hand it begins at once, also outside the maintenance windows and inside exclusions:
export-by-autopilot = Autopilot: GKE upgrades “{ $pool }” automatically to the control plane version.
export-find-operation = The operation that upgrades “{ $pool }”, if it runs.
export-running = The upgrade of “{ $pool }” to { $version } is running: nothing to do.
export-rollback-running = The rollback of “{ $pool }” is running: nothing to do.
export-blue-until = The blue nodes of “{ $pool }” are deleted from { $at } on. Until then it can be rolled back.
export-stop-running = To stop and go back:
export-complete-running = To end the soak and delete the blue nodes now:
export-resume = Running the same upgrade again resumes it.
export-existing = The cluster has this maintenance policy and these settings already. These commands give them to another one:
export-policy = Maintenance policy of the cluster
export-cluster-policy = The cluster's own settings. If its google_container_cluster is elsewhere, move the blocks there.
runbook-title = Runbook: { $scenario }
runbook-lead = Each command changes a live cluster. Times count from { $start }; a step begins when the checks of the step before it hold.
runbook-stuck = A run of this gets stuck: { $pool } waits without an end from { $since } on. { $why }
runbook-expected = Takes about { $took } in a run of this: from { $from } to { $to }.
runbook-no-effect = In a run of this it has no effect: { $why }.
runbook-gave-up = In a run of this it gives up after { $took } at { $to }, with Pods left on the node: look at them before you go on.
runbook-endless = In a run of this it doesn't end: from { $since } on, it waits for Pods that can't be evicted. Give it a --timeout, or change the cause first.
runbook-refused = Watch { $budgets } then: in the run, evictions are refused there for a time.
runbook-lost = In the run { $n ->
        [one] 1 Pod that no controller recreates is
       *[other] { $n } Pods that no controller recreates are
    } deleted for good: { $pods }. Save what they hold first.
runbook-forced = In the run { $n ->
        [one] a Pod of { $owners } is
       *[other] { $n } Pods of { $owners } are
    } forced out at a limit, despite PDBs and grace periods. Agree on it with the owners, or change the cause first.
runbook-deleted = In the run { $n ->
        [one] a Pod of { $owners } is
       *[other] { $n } Pods of { $owners } are
    } deleted against { $n ->
        [one] its PDB
       *[other] their PDBs
    }, from { $at } on. Agree on it with the owners, or move them before.
runbook-way-out = What would help: { $change }: { $effect }.
runbook-before = Before you begin
runbook-nodes = Every node is Ready, and none is cordoned unless you know why.
runbook-budgets = ALLOWED DISRUPTIONS is 0 only where you expect it: a budget at 0 holds up the drain of its Pods until a limit is reached.
runbook-pending = No Pod is Pending.
runbook-operations = No other operation is running on the cluster.
runbook-operations-besides = No operation is running on the cluster but those of { $pools }.
runbook-settings = Settings
runbook-steps = Steps
runbook-new-version = the new version
runbook-control-plane = The control plane is at { $version }, and the cluster's status is RUNNING.
runbook-upgraded = Every node of { $pool } is at { $version } and Ready; then go on.
runbook-changed = Every node of { $pool } has { $new } and is Ready; then go on.
runbook-rolled-back = Every node of { $pool } is at its former version and Ready; then go on.
runbook-watch-budgets = While it runs: no budget stays at 0 for long.
runbook-watch-pending = While it runs: no Pod stays Pending.
runbook-drained = Only Pods of DaemonSets are left on { $node }, and none is Pending elsewhere; then go on.
runbook-uncordon = Ctrl+C ends a drain. Pods that have moved stay where they are; this lets Pods onto the nodes again.
runbook-stop = How to stop, and how to go back
runbook-control-plane-stays = The control plane can't go back to its former minor version, only nodes can; the exception is an upgrade with --control-plane-soak-duration, until that time is over.
runbook-cancel = Cancel the running upgrade by the name of its operation. Nodes in progress are finished first in a surge upgrade; the same upgrade command resumes it.
runbook-complete = To end the soak of { $pool } early, once its workloads are well on the green nodes, complete the upgrade: the blue nodes are deleted, and nothing can go back to them. Pods that are still on them are deleted without checking their PDBs: look at them first.
export-window-opens = A maintenance window opens: automatic work can start.
export-window-closes = The maintenance window closes: automatic work can't start.
export-quota = The VM quota changes (no cluster command).
export-stockout = A stockout in “{ $zone }” starts or ends (no command).
export-reservation = From now on, the reservation holds { $nodes } VMs for “{ $pool }”.
export-no-reservation = From now on, no reservation holds VMs for “{ $pool }”.
export-repair = The control plane is repaired (no command).
export-target = The channel's default version becomes { $version }: GKE upgrades the cluster to it.
export-preempted = “{ $node }” is preempted (no command).
export-host-event = The host of “{ $node }” has a maintenance event (no command).
export-rollout = The new template of “{ $workload }” has other changes too: set them with its manifest.
export-never-ready = “{ $workload }” never becomes ready on upgraded nodes (no command).
export-fails = “{ $node }” fails (no command).
export-no-command = “{ $action }” has no command.
export-same-command = The same command recreates the nodes of “{ $pool }”.
export-recreates = GKE recreates the nodes of “{ $pool }” (no command).
export-needs-values = The change { $change } of “{ $pool }” needs values that the scenario doesn't have.
export-behavior = The behavior of “{ $workload }” changes (no command).
export-node-pools = Node pools of the scenario “{ $scenario }”.
export-control-plane-after-script = The control plane after the script{ $now ->
        [none] .
       *[other] ; its version is { $now } now.
    }
export-settings-first = Two applies for “{ $pool }”: upgrade_settings first, with the version and node_config as they are now, then the rest. In one apply the provider updates upgrade_settings last, and the upgrade still uses the old ones.
export-after-script = “{ $pool }” after the script{ $now ->
        [none] .
        [unknown] ; its version now isn't in the scenario.
       *[other] ; its version is { $now } now.
    }
export-upgraded-by-gke = GKE upgrades “{ $pool }” automatically in the script: afterwards, applying the version below would be a downgrade.
export-no-resource = Autopilot manages “{ $pool }”, so it isn't a Terraform resource.
export-unequal-zones = “{ $pool }” has { $nodes } nodes spread unevenly over { $zones } zones; { $each } per zone would be { $all }.

## The command line

report-not-used = not used: { $reason }
report-used = used
report-recognized = recognized
report-ignored = ignored
report-assumed = assumed
report-settings = settings of the cluster
report-pools = { $n ->
        [one] 1 node pool
       *[other] { $n } node pools
    }
report-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
report-workloads = { $n ->
        [one] 1 workload
       *[other] { $n } workloads
    }
report-pods = { $n ->
        [one] 1 Pod
       *[other] { $n } Pods
    }
report-budgets = { $n ->
        [one] 1 budget
       *[other] { $n } budgets
    }
report-services = { $n ->
        [one] 1 Service
       *[other] { $n } Services
    }
cli-why-needs-subject = why needs FILES and a SUBJECT. See nodetide why --help.
cli-upgrade-scripted = --upgrade is for files without a script, and these have upgrades of their own. Leave it out, or change the script: --with '/script=[]' of compare runs without it.
cli-upgrade-no-pool = --upgrade: there is no pool { $pool }. Pools: { $pools }.
cli-upgrade-no-version = --upgrade: { $version } of { $pool } isn't a version such as 1.34 or 1.34.1-gke.1500000. Pools: { $pools }.
cli-upgrade-not-due = --upgrade asks for no upgrade that GKE makes by itself, so none has to fit into a window.
cli-upgrade-none = { $under_way ->
        [yes] No upgrade is assumed (--upgrade none); the one under way goes on.
       *[no] Without an upgrade (--upgrade none).
    }
cli-upgrade-extended = No upgrade is assumed: { $why }. To try one: --upgrade POOL[=VERSION],…
cli-upgrade-asked = Upgrade of { $pools } (--upgrade).
cli-upgrade-assumed = { $n ->
        [0] Assumed: an upgrade of the control plane (else: --upgrade POOL[=VERSION],… or none).
       *[other] Assumed: an upgrade of { $pools } (else: --upgrade POOL[=VERSION],… or none).
    }
cli-at-of-svg = export takes --at only with --format svg.
cli-no-export-format = export has no format { $format }: use one of { $names }.
cli-too-large-for-link = { $scenario } is too large for a link. Send the file instead.
cli-nothing-usable = none of the files contains anything usable.
cli-cannot-read = can't read { $name }: { $error }.
cli-cannot-use-link = can't use the link: { $fault }
cli-no-preset = there is no preset { $preset }. To list presets, run nodetide presets.
cli-only-of-records = run takes --only with --format story, json, or csv.
cli-seeds-summary = run takes --seeds with --format summary alone, and without --only.
cli-seeds-fixed = Seeds vary the order of nodes, and durations that are given as a range. Not set, and equal for all seeds: { $names }.
cli-no-workload = --fail-on: there is no workload { $name } in this run.
cli-finding-of = Cluster { $name }: { $says }
cli-cluster-order = Maintenance windows guarantee no order between clusters: GKE chooses when in its windows each is upgraded. Rollout sequencing upgrades one group of clusters after the other (BS-20).
cli-no-findings = No findings.
cli-report-more = and { $n } more, listed by nodetide import
cli-earliest = Automatic upgrades: these times are the earliest. GKE chooses the day (BS-02) and the order of the pools (AM-70).
fit-assumed = The script doesn't upgrade { $pools }: GKE's automatic upgrade is assumed.
cli-fit-by-hand = Automatic upgrades are off for { $pools } (autoUpgrade): only a command upgrades the nodes, whether a window is open or not (BS-03).
cli-configuration-change = { $change } of { $pools }: all nodes are recreated at the version that they have, when a window is open and no exclusion blocks it (MR-03). Without waiting: gcloud container clusters upgrade CLUSTER --node-pool={ $first } --cluster-version={ $version } (MR-04){ $others ->
        [some] , for each of the pools
       *[none] {""}
    }
cli-fit-no-pods = There are no Pods: drains take no time here, so every duration is the least that it can be.
cli-nothing-due = no upgrade is due: no pool trails the control plane, and the script upgrades none.
cli-dangling-and = “and” of --with stands between two changes: surge=0+1 and /budgets/0/maxUnavailable=1.
cli-strategy-again = also in place of the upgrade settings that the files set again for { $pools }
cli-strategy-pools = for { $pools }{ $rest ->
        [0] { "" }
        [one] ; the other pool stays as it is
       *[other] ; the { $rest } other pools stay as they are
    }
cli-strategy-changes = { $pool } ({ $before } → { $after })
cli-strategy-no-pool = No node pool whose strategy can be chosen is called “{ $pool }”.
cli-no-policy = the maintenance policy isn't valid.
cli-two-scenarios = { $first } and { $second } are both scenarios: use one of them.
cli-two-clusters = the files describe two clusters, { $first } and { $second }: run each by itself.
cli-no-start = --start { $text } isn't a valid time: use RFC 3339, such as 2026-12-20T06:00:00Z, or a local time such as 2026-12-20 06:00 with --time-zone.
cli-cannot-use = can't use { $name }: { $problem }
cli-no-time = { $option } { $text } isn't a valid time: use 90s, 1h2m3s, 01:02:03, or RFC 3339.
cli-time-before-start = { $option } { $text } is before the start of the scenario, { $start }: files say what is to come from their newest instant on. For what has happened, give a dump from before { $text }, with the descriptions of then. Without one, gcloud container operations list says which upgrade ran at that time, and Cloud Audit Logs (pods.eviction.create) who evicted a Pod.
cli-wrong-usage = { $error }
cli-cannot-print = can't write the output: { $error }.
cli-cannot-write = can't write { $name }: { $error }.
cli-no-rule = there is no rule { $wanted }: { $hint }.
cli-after-the-end = --at { $at } is after the run's time limit.
cli-not-known-here = { $subject } isn't known here.
cli-now-before-files = --now { $now } is earlier than the newest instant in the files, { $newest }: the run takes their state for that of { $now }, and what began between the two begins then. Without --now, the run begins at { $newest }.
cli-no-now = --now { $text } isn't a valid time: use RFC 3339.
cli-window-takes-either = window takes either FILEs, TEXT, or --start, --end, and --recurrence.
cli-input-not-utf-8 = { $name } isn't UTF-8 text.
cli-window-unknown = The files don't say which window the cluster has: add what gcloud container clusters describe prints.
cli-window-not-evaluated = Not judged: { $what }.
cli-manual-in-exclusion = { $at }: a manual upgrade of { $pool } starts within the exclusion { $name } ({ $scope }, to { $to }), which holds only automatic ones.
cli-local-times = Times without an offset are in { $zone } here ({ $times }); gcloud reads them in the time zone of your computer: choose it with --time-zone.
cli-window-needs = window needs a FILE, TEXT, or all of --start, --end, and --recurrence. See nodetide window --help.
cli-no-time-zone = there is no time zone { $name }: use a name such as Europe/Lisbon or UTC.
cli-no-subject = { $text } isn't a valid subject: use pool/P, node/N, pod/NS/P, workload/NS/W, budget/NS/B, service/NS/S, or record/NO.
cli-not-in-this-run = { $text } doesn't exist in this run.
cli-ambiguous = { $text } exists in several namespaces: include the namespace.
cli-rule-areas = an id is an area and a number; areas: { $areas }
cli-rule-of-area = { $area } has { $first } to { $last }
cli-rule-cited = rules of the engine: { $rules }
cli-rule-not-in-code = not in code: { $why }
cli-accepted = Accepted by the limits of edition { $edition }.
cli-not-accepted = Not accepted by the limits of edition { $edition }.
cli-worst = The worst { $days } days, from { $from }, have { $open } open; GKE requires 48 h.
cli-end-of-support = The { $n ->
        [one] exclusion { $names } lasts
       *[other] exclusions { $names } last
    } beyond the end of support of { $minor }, { $at }. GKE upgrades what is still at { $minor } then nevertheless: automatic minor upgrades of this run that are due begin then (BS-19).
cli-support-unknown = When the support of the cluster's minor version ends isn't known: whether { $n ->
        [one] the exclusion { $names } ends
       *[other] the exclusions { $names } end
    } by then isn't judged.
    .hint = gcloud container clusters get-upgrade-info CLUSTER has the date: add its output to the files.
cli-fix-channel = enroll the cluster in a release channel: gcloud container clusters update CLUSTER --location=LOCATION --release-channel=regular.
cli-fix-worst = (open for { $older } in the worst 32 days and { $newer } in the worst 92)
cli-next = Next openings:
cli-open = Open in the { $days } days from now:
cli-opening = { $same_day ->
        [yes] { $from_day } { $from } to { $to }
       *[no] { $from_day } { $from } to { $to_day } { $to }
    } { $zone }, { $length }
cli-opening-limited = { $scope ->
        [NO_MINOR_UPGRADES] , without minor upgrades
       *[other] , without minor and node upgrades
    } { $part ->
        [whole] ({ $name })
       *[part] in part of it ({ $name }), which leaves { $left } for them
    }
cli-upgrades-off = Nothing upgrades { $pool }: its automatic upgrades are off (autoUpgrade), and no command of the files asks for one. It takes a command, which no window holds up: gcloud container clusters upgrade CLUSTER --node-pool={ $pool } (BS-02, BS-03)
cli-assumed-upgrade = This upgrade is assumed, as no command of the files asks for it: { $upgrade }.
cli-too-large-for-check = With more than { $nodes } nodes a check makes no run: nodetide run says how it ends.
cli-exclusion-scope = Exclusion { $name }, { $scope }, from { $from } to { $to ->
        [support] the end of support
       *[other] { $to }
    }: it keeps away { $scope ->
        [NO_UPGRADES] automatic upgrades of the control plane and of nodes, minor versions and patches (MX-08). Repairs of nodes
        [NO_MINOR_UPGRADES] automatic upgrades of the control plane and of nodes to another minor version. Patches of both (MX-09), repairs of nodes
       *[NO_MINOR_OR_NODE_UPGRADES] automatic upgrades of the control plane to another minor version, and all automatic upgrades of nodes. Patches of the control plane (MX-10), repairs of nodes
    } (BS-58), maintenance of hosts, and commands (BS-03) go on.
cli-refused = GKE would refuse this upgrade (BS-06): { $why }
cli-deleted = The files also ask for this, which a run doesn't make: { $change }.
cli-node-order = GKE doesn't define the order of nodes, and with it when each Pod's turn comes: this is the order of seed { $seed }, --seed shows another.
cli-safe-to-evict = { $autopilot ->
        [yes] On Autopilot, cluster-autoscaler.kubernetes.io/safe-to-evict "false" keeps automatic node upgrades from ending the Pod for up to 7 days; that isn't simulated.
       *[no] cluster-autoscaler.kubernetes.io/safe-to-evict "false" holds up no drain of an upgrade: only the cluster autoscaler heeds it.
    }
cli-opening-cut = , cut short by { $name }: { $left } of { $length } left
cli-openings-more = { $n ->
        [one] … and 1 more opening in the year: --all lists it.
       *[other] … and { $n } more openings in the year: --all lists them.
    }
cli-exclusion = Exclusion { $name }, { $scope }: from { $from } { $state ->
        [endless] until the end of support, which isn't known.
        [over] to { $to }; it is over.
       *[counts] to { $to }.
    }

## Codes of the cluster autoscaler's log: what each says, and what to do

code-out-of-resources = Compute Engine has no such machines in the zone now
    .remedy = Allow other zones or machine types, or reserve capacity. The autoscaler tries again after its back-off
code-quota-exceeded = A Compute Engine quota of the region is used up
    .remedy = Raise the quota, or free some of it
code-instances-timeout = Nodes were asked for and did not join in time: 15 minutes, for TPUs 10 hours
    .remedy = Look at the serial logs of the VMs, at their network, and at the service account of the pool
code-ip-space = No addresses are free for new nodes or for their Pods; a quota of CPUs is not the cause
    .remedy = Enlarge the primary range of the subnet, or add Pod ranges; a new pool with fewer Pods per node takes smaller ranges
code-service-account = The service account of the pool was deleted
    .remedy = Restore it, or make a pool with another one
code-reservation = The reservation can't be used as the pool asks for it
    .remedy = Compare reservation and pool: name, project, zone, machine type, GPUs, and what is left of it
code-pool-settings = Compute Engine refuses what the pool's settings ask for: { $all }
    .remedy = Read the detail, and correct topology or placement of the pool
code-scale-up-other = The request for nodes failed
    .remedy = Look for the cause at Compute Engine: operations of the group, audit log
code-growth-pauses = No group is grown now: after failures groups wait for 5 to 30 minutes, and without a failure the whole loop pauses shortly
    .remedy = Mend the failures just before it; without one, wait
code-not-tried = The autoscaler did not try in this loop
    .remedy = Wait for the next loop; if it lasts, ask support
code-unexpected = The autoscaler met an error that it doesn't explain
    .remedy = Wait for the next loop; if it lasts, ask support
code-skipped-max = The group has its maximum, so whether the Pod would fit there was not tried
    .remedy = Raise the maximum of the pool, per zone or in total
code-skipped-backoff = The group waits after a failed scale-up, so whether the Pod would fit there was not tried
    .remedy = Mend the failure, which has a code of its own; the group is tried again after 5 to 30 minutes
code-skipped-not-ready = Too many nodes of the group aren't ready, so whether the Pod would fit there was not tried
    .remedy = Look at its nodes that aren't ready
code-skipped-limit = A limit of the cluster's resources is reached, so whether the Pod would fit there was not tried
    .remedy = Raise the limits of CPU, memory or GPUs of node auto-provisioning
code-skipped = The group was left out, so whether the Pod would fit there was not tried: { $all }
    .remedy = Read the text: maximum, back-off, readiness, a limit, or capacity
code-predicate = The Pod would not run on a new node of that group: { $all }
    .remedy = Change the Pod’s request, selector, toleration or the zone of its disk, or the pool
code-nap-disabled = Node auto-provisioning is off, so no new pool is made for the Pod
    .remedy = Turn node auto-provisioning on, or make a pool that fits the Pod
code-nap-no-locations = Node auto-provisioning has no zones
    .remedy = Give it zones of the cluster’s region
code-nap-resources = In { $about } no new pool is made: the Pod is larger than any machine, the cluster’s limits of node auto-provisioning are reached, or the zone waits after a failure. The code doesn’t say which
    .remedy = Look at the Pod’s request, at the cluster’s resource limits, and at errors just before
code-nap-predicates = The Pod’s own constraints exclude what would be made in { $about }
    .remedy = Change its selector, tolerations, or the zone of its disk
code-nap-gpu-limit = Node auto-provisioning has no limit for { $about }, so it makes no nodes with it
    .remedy = Add a resource limit for exactly that type of GPU
code-nap-gpu-type = The zones don’t have { $about }
    .remedy = Ask for a type of GPU of these zones, or add zones
code-nap-tpu = The TPUs that the Pod asks for can’t be made: { $all }
    .remedy = Add a limit for the type, and let the count fit the topology
code-nap-groups = There are too many automatically made pools
    .remedy = Let workloads share labels and taints, so that fewer pools are needed
code-nap-capacity = No capacity is offered for new pools now
    .remedy = Wait, or allow other machine types or zones
code-nap-config = Selectors of the Pod contradict each other in { $about }
    .remedy = Correct the Pod’s node selector and affinity
code-nap-class = The ComputeClass can’t be used: { $all }
    .remedy = Compare the name of the class, its nodePoolAutoCreation, and the Pod’s own selectors
code-nap-selector = The Pod’s selector asks for what can’t be made: { $all }
    .remedy = Correct the selector or the request
code-failed-to-evict = The drain of the node ended without success: a budget closed, or a Pod would not end
    .remedy = Look at the budgets and at the grace periods of these Pods: { $all }
code-removal-error = A removal failed; it is tried again
    .remedy = Nothing if it is brief: the pool may have reached its minimum meanwhile
code-removal-pauses = No node is removed for 10 minutes after a scale-up
    .remedy = Wait; if scale-ups come again and again, find what asks for them
code-removal-goes-on = A removal is under way
    .remedy = Wait until it is over
code-node-annotation = The node is annotated cluster-autoscaler.kubernetes.io/scale-down-disabled: "true", which counts however little it is used
    .remedy = Remove the annotation from the node
code-min-size = The next removal would leave the pool below its minimum
    .remedy = Lower the minimum of the pool, per zone or in total
code-resource-minimum = The next removal would leave the cluster below its minimum of CPU or memory, which is not the minimum of the pool; or it is the floor of a ComputeClass, as intended
    .remedy = Lower the cluster’s minimum of node auto-provisioning
code-class-floor = The node is kept by the floor of a ComputeClass, as intended
    .remedy = Lower the floor of the class if the node should go
code-no-place = A Pod of the node fits on no other node
    .remedy = Loosen its affinity, spread, selector or taint, look at the zone of its disk, or make room elsewhere
code-bare-pod = No controller would make the Pod { $about } again
    .remedy = Give it a controller, delete it, or annotate it cluster-autoscaler.kubernetes.io/safe-to-evict: "true"
code-not-safe = The Pod { $about } is annotated cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
    .remedy = Take the annotation out of its template when it may move
code-system-pod = No budget selects the Pod { $about } of kube-system
    .remedy = Give it a PodDisruptionBudget
code-budget = A budget of the Pod { $about } allows no disruption now
    .remedy = More replicas, or a looser budget
code-no-controller = The owner of the Pod { $about } doesn’t exist any more
    .remedy = Delete the Pod
code-min-replicas = The controller of the Pod { $about } has too few replicas
    .remedy = More replicas
code-local-storage = The Pod { $about } has local storage. From GKE 1.22 this holds no node any more, so it is a surprise on a present version
    .remedy = Move the data, or annotate the Pod cluster-autoscaler.kubernetes.io/safe-to-evict: "true"
code-status-backoff = A scale-up of the group failed; it is tried again after 5 to 30 minutes
    .remedy = The autoscaler’s log has the cause, and so has the status from version 1.30 on
code-event-failed = A group of nodes couldn’t grow for the Pod
    .remedy = The event names the cause, as a quota, or machines that are out of stock
code-event-not-triggered = No group of nodes can grow for the Pod
    .remedy = The event names a reason for each group: mend that of the group that the Pod is meant for
code-status-unhealthy = Too many nodes aren’t ready, so nothing is done
    .remedy = Look at the nodes that aren’t ready

## What the cluster autoscaler has written, read

autolog-copied-display = this is the tree that the console displays, which is not JSON: copy the entry as JSON there (Copy, or Download), or use gcloud logging read … --format json
autolog-no-event = nothing of a cluster autoscaler
autolog-nodes-stay = { $n ->
    [1] 1 node stays: { $by }, since { $since }.
   *[other] { $n } nodes stay: { $by }; the first since { $since }.
}
autolog-by-pods = { $n } held by { $n ->
    [1] a Pod
   *[other] Pods
}
autolog-by-limits = { $n } by { $n ->
    [1] a limit
   *[other] limits
}
autolog-by-settings = { $n } by { $n ->
    [1] a setting
   *[other] settings
}
autolog-by-failures = { $n } after { $n ->
    [1] a drain that failed
   *[other] drains that failed
}
autolog-by-unknown = { $n } by { $n ->
    [1] a code that is unknown
   *[other] codes that are unknown
}
autolog-pods-wait = { $n ->
    [1] 1 Pod waits
   *[other] { $n } Pods wait
}: { $pods }, the first since { $since }.
autolog-groups-wait = { $n ->
    [1] A group of nodes
   *[other] { $n } groups of nodes
} can’t grow: { $groups }, since { $since }.
autolog-cluster-held = { $code } holds back the whole cluster since { $since }.
held-head = { $named ->
        [yes] { $name }
       *[no] The cluster
    }, run without an upgrade from { $from } to { $until }.
held-nothing = Nothing is held back at the end of the run: every Pod has a node, and { $scaled ->
        [yes] no little used node stays
       *[no] no pool is autoscaled
    }.
held-no-growth = No growth of { $pools }: { $why }.
held-counts = At the end of the run { $nodes ->
        [0] no little used node stays
        [one] 1 little used node stays
       *[other] { $nodes } little used nodes stay
    }, and { $pods ->
        [0] no Pod waits
        [one] 1 Pod waits
       *[other] { $pods } Pods wait
    } for a node.
held-line = { $by }: { $names }, since { $since }{ $lasts ->
        [yes] {""}
       *[no] , until { $until }
    }. { $more }
held-helps = What helps: { $helps }
held-used = { $n ->
        [one] 1 node stays as its Pods request
       *[other] { $n } nodes stay as their Pods request
    } half of it or more: { $nodes }
held-removed = { $n ->
        [one] 1 node is
       *[other] { $n } nodes are
    } removed in the run: { $nodes }
autolog-and-more = { $n } more
autolog-nothing-held = Nothing is held back. A node that is used enough is never logged, so a missing entry proves nothing.
autolog-initializing = The autoscaler had just begun and knew nothing yet; this says nothing about any pool.
autolog-removal-pauses = Removals pause from { $since } to about { $until }: the 10 minutes after a scale-up.
autolog-removal-goes-on = A removal is under way since { $since }.
autolog-nothing-of-it = Nothing here is of a cluster autoscaler: neither visibility events nor a status.
autolog-other-logs = { $n ->
    [1] 1 entry of another log is left out.
   *[other] { $n } entries of other logs are left out.
}
autolog-repeated = { $n ->
    [1] 1 entry is there twice and counts once.
   *[other] { $n } entries are there again and count once.
}
autolog-unread = { $n ->
    [1] 1 part can’t be read:
   *[other] { $n } parts can’t be read:
}
autolog-unread-at = { $file }, line { $line }, entry { $entry }: { $why }
autolog-unnamed = A cluster without a name
autolog-head = { $cluster }: { $n ->
    [1] 1 event
   *[other] { $n } events
}, from { $from } to { $until }.
autolog-pod-event = { $at } { $reason } on { $pod }: { $says }
autolog-node = Node { $name } ({ $place })
autolog-pods = { $n ->
    [1] Pod { $name }
   *[other] { $n } Pods like { $name }
}
autolog-group = Group { $group }
autolog-growth = Growth of the cluster
autolog-removal = Removal of nodes
autolog-held = held, { $span } so far
autolog-waits = pauses until about { $until }
autolog-waits-open = pauses
autolog-silent = no longer reported: two repeats are missing, last said { $last }. It is not held for that any more, busy again, or gone
autolog-replaced = another reason took its place { $at }
autolog-over = over { $at }
autolog-hold = { $who }: since { $since }, { $state }, logged { $n ->
    [1] once
   *[other] { $n } times
}
autolog-means = { $says }. { $remedy }. ({ $rules })
autolog-unknown-code = Not a code that is known: shown as it is, nothing is guessed.
autolog-grows = { $group } by { $n }
autolog-scale-up = scale-up of { $groups } for { $n ->
    [1] 1 Pod
   *[other] { $n } Pods
}: { $pods }
autolog-scale-down = removal of { $nodes }
autolog-removed = { $name } ({ $place }; { $n ->
    [1] 1 Pod
   *[other] { $n } Pods
} evicted)
autolog-pool-created = new pool { $pools }
autolog-pool-deleted = pool { $pools } deleted
autolog-unknown-decision = a decision that the log doesn’t have
autolog-open = no result yet
autolog-given-up = no result within three hours
autolog-done = done { $at }
autolog-failed = failed { $at }
autolog-failed-of = { $what } failed { $at }
autolog-decision = { $at } { $what }: { $result }
autolog-status = Status of { $at }: { $state } { $health }
autolog-group-status = { $group }: { $ready } of { $target } nodes ready, { $min } to { $max }; scale-up { $up } since { $since }
autolog-group-status-full = { $group }: { $ready } of { $target } nodes ready, { $min } to { $max }: at its maximum, it can’t grow; scale-up { $up } since { $since }
autolog-candidates = { $says }; { $n ->
    [1] 1 node may go
   *[other] { $n } nodes may go
}, since { $since }
autolog-again = It is tried again about { $at }; after further failures up to 30 minutes later.
autolog-group-grows = { $group } grows by { $n ->
    [1] 1 node
   *[other] { $n } nodes
} since { $since }.
autolog-group-shrinks = { $group }: { $n ->
    [1] 1 node may go
   *[other] { $n } nodes may go
}, not before { $after }: 10 minutes unneeded, and 10 minutes after the last scale-up.
autolog-name = { $name }
autolog-in-zone = { $name } in { $zone }
autolog-used = { $place }, CPU { $cpu } %, memory { $memory } % requested
autolog-files = Files
autolog-text = Text of a log or a status
autolog-paste = Paste events of the log cluster-autoscaler-visibility (JSON, JSON Lines or YAML), one payload, or the status ConfigMap
autolog-example = Try an example
autolog-clear = Clear
autolog-get = Get it
autolog-recognized = Recognized
autolog-pasted = Pasted text
autolog-remove = Remove { $name }
autolog-reading = The log is being read.
autolog-read-so-far = Reading: { $n } entries, { $kb } kB
autolog-nothing-yet = Paste the log of a cluster autoscaler
autolog-nothing-lead = An event is a difference, and a reason is repeated only after five minutes: this page joins them, so that you see who is held back now, and since when.
autolog-markdown = Copy as Markdown
autolog-csv = Save as CSV
autolog-strip = Decisions over time
autolog-most = { $n ->
    [1] 1 node held at most
   *[other] { $n } nodes held at most
}
autolog-layer-pod = held by a Pod
autolog-layer-setting = by a setting
autolog-layer-limit = by a limit
autolog-layer-unknown = unknown code
autolog-who = Who is held back, and by what
autolog-tab-nodes = Nodes
autolog-tab-pods = Pods
autolog-tab-pools = Pools
autolog-tab-events = History
autolog-filter = Filter: name, code, pool
autolog-no-rows = Nothing of this kind is in the log.
autolog-col-name = Name
autolog-col-place = Place
autolog-col-state = State
autolog-col-used = Requested
autolog-col-code = Code
autolog-col-parameter = Parameter
autolog-col-means = What it means
autolog-col-since = Since, for
autolog-col-last = Last said
autolog-col-logged = Logged
autolog-col-remedy = Remedy
autolog-col-rule = Rule
autolog-col-pool = Pool
autolog-col-zone = Zone
autolog-col-ready = Ready
autolog-col-wanted = Wanted
autolog-col-limits = Limits
autolog-col-growth = Scale-up
autolog-col-may-go = May go
autolog-used-short = { $cpu } % · { $memory } %
autolog-more-reasons = , and { $n } more
autolog-state-held = held
autolog-state-waits = pauses
autolog-state-silent = no longer reported
autolog-state-replaced = another reason now
autolog-state-over = over
autolog-no-remedy = None: nothing is guessed
autolog-cluster = Cluster
autolog-chosen = The chosen row
autolog-why = Why
autolog-change-it = Change it
autolog-in-gke = In GKE
autolog-until = Until
autolog-not-beside = The open cluster has no node of this name.
autolog-show-beside = Show it in the open cluster
autolog-groups = Groups of nodes
autolog-full = , full
autolog-left-out = What was left out
autolog-unread-place = Line { $line }, entry { $entry }: { $why }
autolog-of-run = Read what the open run would log
autolog-run = { $name } (simulated)
autolog-codes = All reasons of the cluster autoscaler
autolog-codes-lead = Each code of its log: what it means, what to do, and the rule. A node that is used enough is never logged.
