import { type Rule, ruleFrom } from "./access.pages";

const people = "Chats, Voice, SMS, USSD Codes, Value Added Services, Payments";
const see = "Create user, Edit user, Remove user, View user";
const tickets = "View tickets, View my tickets";
const ticketing = `View Ticketing, ${tickets}, View ticket kanban, View ticket dashboard, View ticketing reports, Manage ticketing settings, View chat inbox`;
const money = "Manage settings, Can view all billing information";
const customers =
  "View crm leads, View crm contacts, View crm deals, View chat inbox, View tickets, View my tickets, View ticket kanban, View bulk message, Send bulk message, Send single message, Create whatsapp message, View whatsapp outbox, Create Surveys, Make outbound calls, Receive inbound calls, View voice inbound dashboard, View voice outbound dashboard, View supervisor inbound stats";
const sms = "View bulk message, Send bulk message, Send single message";

/**
 * Who may make which call: `service | products | permissions | flags | calls`. The permissions are those of the pages
 * that make the call. What a person may ask of their own (`* |`) is theirs alone. `own`: only for the account's own
 * people, not for those of its parent who work in it.
 */
const table = `
identity | * | | guest | token signInLink secondStep providers startProvider signUp signUpState signUpEmail resendCode verifyCode linkState verifyLink companyDetails forgotPassword passwordLink setPassword
identity | * | | | details
identity | * | | own | rememberBrowser signout profile signUpAnswers updateProfile setPhoto removePhoto changePassword sessions endSession endSessions factorSetup beginFactor confirmFactor newCodes dropFactor cancelFactor unlinkSignIn mailUnlink
identity | * | | | allMembers teams skills stopDelegation
identity | * | | | listSettings
identity | * | | own | saveListView deleteListView saveListColumns
identity | * | | own | notices unreadNotices readNotices followNotice noticePreferences saveNoticePreferences
identity | * | View user activities | | activities activityChoices
identity | * | Manage settings | own | apiKeys apiKey createApiKey revokeApiKey webhooks webhook createWebhook updateWebhook deleteWebhook webhookDeliveries replayWebhook
identity | * | Manage settings | own | personRequests personRequest requestPerson findPerson retention setRetention consents
identity | ${people} | ${see} | | allPermissions permissionCategories roles role members member permissionsOf modules
identity | ${people} | Create user | | createRole inviteMember inviteAgain createTeam createSkill
identity | ${people} | Edit user | | updateRole addRolePermissions removeRolePermission assignPermissions assignPermission revokePermission setModules updateMember dropMemberFactor renameTeam updateSkill setPersonSkills
identity | ${people} | Remove user | | deleteRole removeMember restoreMember deleteTeam deleteSkill
identity | * | | internal | grantProducts accountOf setTeamMembers noticePeople personAccess
identity | Reseller | Create child account | | resellerOffer children child createChild updateChild inviteChildOwner suspendChild resumeChild activations activateOffline childSenders giveChildSenders startDelegation
identity | * | Can view all billing information, Can approve sender ID | explicit platform | accounts account suspendAccount resumeAccount
messaging | * | | internal | sendingTerms setPartPrice giveSenders setAccountStatus
messaging | * | Manage settings | | keywords setKeywords
messaging | SMS | Manage settings | | sendingSettings setSendingSettings keywordReplies keywordReply createKeywordReply updateKeywordReply deleteKeywordReply linkSettings setLinkSettings
messaging | * | Can approve sender ID | explicit platform | connector updateConnector unmatched secondConnector updateSecondConnector
billing | * | | | balance products plans
billing | * | | internal | hold settle refund holdOf openAccount accountMoney setAccountStatus
billing | Reseller | Create child account | | transfer
billing | * | Manage settings | | requestProduct payProduct renewal lipa requestTopUp checkPayment cancelInvoice saveBilling saveLowBalance
billing | * | Manage chat channels, Manage settings | | chatChannels
billing | * | ${money} | | payment topUps topUpRequests invoices invoice invoiceFile purchases billingDetails statement
billing | * | Can view all billing information | | generalCharges
billing | SMS | Can view SMS billing information | | smsCharges
billing | Chats | Can view chats billing information | | chatsCharges
billing | Voice | Can view voice billing information | | voiceCharges
billing | * | Can view all billing information, Can approve sender ID | explicit platform | updateProductRequest creditInvoice approvals decidePayment slip
messaging | * | | | types statuses
messaging | * | | internal | personCounts personData erasePerson forgetOlder sendingTerms setPartPrice giveSenders setAccountStatus
messaging | Surveys | Create Surveys | | startInstance
messaging | SMS, Email, Airtime | Create contacts, Send bulk message, Send single message | | contactList allContactLists
messaging | SMS, Email, Airtime, Whatsapp, Surveys | Create contacts, Send bulk message, Send single message, Create whatsapp message, Create Surveys | | groups allGroups group
messaging | SMS, Email, Airtime | Create contacts | | createGroup renameGroup deleteGroup contacts contact findContacts addContacts updateContact deleteContact templateTypes upload imports import startImport undoImport refusedRows blacklist addToBlacklist importBlacklist removeFromBlacklist contactListMembers updateListMember deleteListMember addListMembers removeContact
messaging | SMS | ${sms} | | blasts express senders blast messages inbox readInbox recipient programMessage messagesByReference customer customerEvents linkClicks
messaging | SMS | | | senderData sender requestSender
messaging | * | Can approve sender ID | explicit platform | waitingSenders decideSender
messaging | * | Can view all senders info | explicit platform | allSenders
messaging | * | Can approve sender ID, Can view all senders info | explicit platform | platformSender senderPaper
messaging | * | Can manually assign sender ID | explicit platform | assignSender
messaging | SMS | View bulk message, Send bulk message | | recurringMessages
messaging | SMS | Send bulk message | | stopRecurring
messaging | SMS | Send bulk message, Send single message | | sendMessage sendMessages price createBlast confirmBlast sampleBlast pauseBlast resumeBlast cancelBlast setBlastSpeed askReceipts
messaging | SMS | View SMS Dashboard, ${sms} | | summary outboxSummary reports carrierHealth
messaging | SMS, Whatsapp, Email | ${sms}, Manage settings | | templates template
messaging | SMS, Whatsapp | Send bulk message, Send single message, Create whatsapp message | | uploadExpress expressList startExpress refusedExpress
messaging | SMS, Whatsapp, Email | Send bulk message, Send single message | | renderTemplate
messaging | SMS, Whatsapp, Email | Send bulk message, Send single message, Manage settings | | createTemplate updateTemplate deleteTemplate
messaging | * | | guest | followLink
messaging | * | | internal | emailMembers audience optedOut questionTerms sendText heardFrom sendQuestions endReplies expectReplies setJoinWords setContactFields
email | Email | ${sms} | | templates template renderTemplate domains domain senders signature mailings mailing renderMailing recipients emailSummary suppressions customer customerEvents tracking mailingLinks mailLists
email | Email | Send bulk message, Send single message | | createTemplate updateTemplate deleteTemplate addDomain checkDomain deleteDomain addSender deleteSender setSignature priceMailing createMailing confirmMailing sampleMailing testMailing pauseMailing resumeMailing cancelMailing addSuppressions removeSuppression setTracking mailHost setMailHost removeMailHost createMailList updateMailList archiveMailList
email | * | | guest | unsubscribeInfo unsubscribe recordOpen recordClick setPreferences
email | * | | internal | mailTerms sendMail personCounts personData erasePerson forgetOlder
crm | CRM | View crm leads | | leads lead createLead moveLead leadPipeline
crm | CRM | View crm contacts | | crmContacts crmContact createCrmContact moveContact organisations organisationMatches organisation createOrganisation updateOrganisation setOrganisationManager deleteOrganisation addOrganisationPoint labelOrganisationPoint removeOrganisationPoint makeOrganisationPointPrimary
crm | CRM | View crm deals | | deals deal createDeal moveDeal dealPipeline
crm | CRM | View crm contacts | | customers
crm | CRM | View crm sales | | sales createSale sellQuote sale removeSale recordPayment removePayment setSaleDue
crm | CRM | View crm deals | | quotes quote createQuote updateQuote sendQuote quoteOnWhatsapp sendQuoteOnWhatsapp quoteFile takeQuoteValue
crm | CRM | View crm dashboard | | dealsSummary
crm | CRM | View crm sales, View crm settings | | crmProducts
crm | CRM | View crm leads, View crm contacts | | uploadRecords recordImports recordImport startRecordImport undoRecordImport importedRows contactConsents recordsWithPoint addContactPoint labelContactPoint removeContactPoint makePointPrimary duplicates duplicate mergeDuplicate undoMerge keepApart
crm | * | ${customers} | | customerLinks linkCustomer unlinkCustomer
crm | CRM | View crm leads | | leadForms leadForm createLeadForm updateLeadForm
crm | CRM | View crm leads | | convertLead conversionMatches undoConversion
crm | CRM | View crm leads, View crm contacts | | planSequence priceSequence enrol takeOut pauseSequencePerson recordSequences
crm | CRM | View crm leads, View crm contacts, View crm settings | | sequences sequence sequencePeople
crm | CRM | View crm leads, View crm contacts, View crm deals | | updateContactDetails setSalesManager salesManagers setRecordTags tagRecords changeRecords changeItems undoBulkChange contactNotes addContactNote updateContactNote loggedCalls addLoggedCall updateLoggedCall deleteLoggedCall appointments appointment appointmentCustomer appointmentMessages addAppointment updateAppointment tasks task dayTasks addTask updateTask completeTask serviceRequest currencies customer customerEvents
crm | CRM | View crm leads, View crm contacts, View crm deals, View crm settings | | leadStages recordStages categories scoreProperties leadScoreRules customFields tags
crm | CRM | View crm leads, View crm contacts, View crm deals | own | calendarFeed renewCalendarFeed stopCalendarFeed
crm | CRM | View crm sales | own | salesFeed renewSalesFeed stopSalesFeed
crm | * | | guest | calendarEntries feedSales shownQuote answerQuote shownQuoteFile
crm | * | | internal | personCounts personData erasePerson finished answerInvitation
survey | Surveys | Create Surveys | | surveys survey createSurvey updateSurvey translateSurvey setEndTexts setCalculated surveyVersions versionDifferences publishSurvey closeSurvey copySurvey deleteSurvey categories channels interactionModes surveySenders createQuestion updateQuestion deleteQuestion rankQuestions questionTypes operands createChoice deleteChoice addAlias setMaxRating createCondition deleteCondition setQuota createQuotaCell updateQuotaCell deleteQuotaCell statistics responses response deleteResponse crosstab codebook codedResponses surveyWords responseEdits answerToEdit editAnswer customer customerEvents instances createInstance instance updateInstance dispatchInstance moveInstance dryRuns sendDryRun instanceStatuses runCalendars surveyMessages setTicketRule setWebPage recipient answerFields setAnswerFields interviews openSession beginInterview interview answerInterview takeOverInterview breakOffInterview oldSurveys oldSurvey oldAnswers renewOldSurvey oldRuns oldRun oldContacts oldContact oldMessages checkOldResults oldImports oldImport oldRefused addOldResults removeOldImport
survey | * | Manage settings | | subscribe
survey | * | | guest | webSurvey beginWebSession webSession answerWebQuestion webPage answerWebPage
survey | * | | internal | personCounts personData erasePerson takeWhatsapp heardWhatsapp
crm | CRM | View crm leads, View crm deals, View crm settings | | pipelines
crm | CRM | View crm settings | | createLeadStage updateLeadStage deleteLeadStage rankLeadStages createStage updateStage deleteStage rankStages setDealPipeline createProduct deleteProduct createLeadScoreRule updateLeadScoreRule deleteLeadScoreRule createPipeline updatePipeline deletePipeline previewLeadScoreRule createCustomField updateCustomField archiveCustomField deleteCustomField rankCustomFields renameTag joinTags deleteTag addSequence updateSequence switchSequence deleteSequence addSequenceStep updateSequenceStep deleteSequenceStep rankSequenceSteps setSequenceCap
voice | Voice | | | voiceProducts
voice | Voice | Make outbound calls, Receive inbound calls | own | sso extensions manageBreak agentAction logCall updateCall saveRecording
voice | Voice | Make outbound calls | own | initiateCall assignCall currentTarget releaseTarget scheduleCallBack
voice | Voice | Make outbound calls, Receive inbound calls | | breakOptions agentStatus phoneNumbers colleagues caller
voice | Voice | Make outbound calls, Receive inbound calls, View voice inbound dashboard, View voice outbound dashboard, View supervisor inbound stats | | recording recentCalls callRecord customer customerEvents
voice | Voice | Make outbound calls, Receive inbound calls, View inbound voice dispositions, View voice outbound disposition | | callHistory callDispositions setDisposition
voice | Voice | Make outbound calls, Receive inbound calls, View inbound voice dispositions, View voice outbound disposition, View voice settings | | dispositionTypes
voice | Voice | View voice inbound dashboard, View voice outbound dashboard, View supervisor inbound stats | | figures reportChoices callRecords waitingCalls voicemails voicemail openVoicemail flowCallRecords
voice | Voice | View supervisor inbound stats | | monitor loggedInAgents agentBreaks logOutAgent
voice | Voice | Create voice agent, Approve voice agent, View supervisor inbound stats | | agentRequests
voice | Voice | Create voice agent | | requestAgent removeAgent
voice | Voice | Approve voice agent | explicit | decideAgent
voice | Voice | View voice settings, Make outbound calls, Receive inbound calls | | callSettings
voice | Voice | Upload payment file | | templateTypes uploadTargets changePriority activateGroup deleteGroup restoreGroup fileRows assignContacts savePacing movePacing
voice | Voice | Upload payment file, View voice outbound dashboard, View voice settings | | targetGroups targetGroup groupContacts dispositionSummary pacing
voice | Voice | View voice outbound dashboard | | restoreTarget robocalls robocallChoices addRobocall robocall moveRobocall robocallTargets
voice | Voice | View voice settings, Make outbound calls | | outboundSettings
voice | Voice | View voice settings | | saveCallSettings accountNumbers addNumber updateNumber removeNumber saveDispositionType removeDispositionType addTargets saveOutboundSettings callFlows addCallFlow callFlow updateCallFlow switchCallFlow removeCallFlow saveFlowStep removeFlowStep flowTrial flowSounds addFlowSound flowSoundLink removeFlowSound addSpokenSound changeSpokenSound
voice | Voice | View voice settings, View voice outbound dashboard | | speech makeSpeech spokenText
voice | * | | internal | personCounts personData erasePerson finished followBreak
ticketing | Ticketing | ${tickets}, View ticket kanban | | ticketList ticket updateProperty comments history similar viewCounts customer customerEvents
ticketing | Ticketing | ${tickets} | | createTicket updateTicket addFiles removeFile updateItem updatePolicy attachGroups detachGroups ticketMembers itemMembers detachItemMember comment setCopies replyChannels resendComment
ticketing | Ticketing | View tickets | | destroyTicket restoreTicket mergeTicket unmergeTicket bulkChange
ticketing | Ticketing | ${tickets}, View chat inbox | | customerTickets
ticketing | Ticketing | ${ticketing} | | choices types statuses priorities channels dispositions stages boards groups groupMembers users countries operationalHours businessHours holidays exemptedDays urgencyLevels impactLevels policies priorityGrids listDispositionContacts
ticketing | Ticketing | Manage ticketing settings | | saveType deleteType saveDisposition deleteDisposition wizard setTemplate createStage deleteStage rankStages saveBoard deleteBoard createGroup deleteGroup updateGroup addGroupMember removeGroupMember saveUser updateHours deleteHours hoursWhatIf saveHoliday saveExemptedDay savePolicy deletePolicy policyWhatIf savePriorityGrids dispositionSlas dispositionPriorities dispositionContacts dispositionMembers automations saveAutomation rankAutomations deleteAutomation tryAutomation automationRuns mailSettings saveMailSettings
ticketing | Ticketing | View ticket kanban | | cards moveCard
ticketing | Ticketing | View ticketing reports | | dispositionTickets stageTickets statusTickets memberTickets
ticketing | Ticketing | View ticket dashboard, View ticketing reports | | stagesSummary incidentsSummary weeksSummary ticketsSummary resolutionRate
ticketing | * | | internal | personCounts personData erasePerson finished forgetTickets ticketsFromChats takeMail openTicket keepMailFiles deliveryState openHours
ticketing | * | | own | notices unreadNotices readNotices noticePreferences saveNoticePreferences
ticketing | * | | | issueProducts reportIssue issues
chat | Chats | View chat inbox | | contacts contact messages startContact endContact transferContact ignoreContact syncContact readContact typing sendMessage resendMessage retryFile deleteMessage dispositionTypes setDisposition saveForm snoozeContact resumeContact setContactPriority bulkContacts labelContact inboxFilters savePerson findPeople mergePerson partPerson reach writeFirst colleagues setStatus heartbeat customer customerEvents
chat | Chats | View chat inbox, Manage chat channels, Manage chat settings | | inboxes
chat | Chats | View chat inbox, Manage chat team, Manage chat settings, Manage chat channels | | me participants routing
chat | Chats | View chat inbox, Manage chat settings, Set whatsapp bot, Create whatsapp message | | labels
chat | Chats | Manage chat settings, Set whatsapp bot | | saveLabel removeLabel
chat | Chats | View chat inbox, Manage chat team, Set whatsapp bot, Create whatsapp message | | teams
chat | Chats | Manage chat team, Set whatsapp bot | | saveTeam
chat | Chats | Manage chat team | | saveParticipant requeueOf wall
chat | Chats | Manage chat team, View chat reports, Can view chat reports | | breaks
chat | Chats | View chat reports, Can view chat reports | | reportChoices reportDashboard reportAgents reportAgentDays reportChannels reportCustomers reportSurvey reportTickets reportChats transcript transcriptMessages reportLabels reportTeams
chat | Chats | Manage chat settings | | saveRouting saveDispositionType removeDispositionType
chat | Chats | View chat inbox | | cannedFor useCanned
chat | Chats | View chat inbox, Manage chat settings | | cannedResponses saveCanned removeCanned preferences savePreferences
chat | Whatsapp | Set whatsapp bot | | bots bot saveBot saveBotAnswer moveBotAnswer removeBotAnswer switchBot
chat | Chats | Manage chat settings | | routingSkills chatForm saveChatForm saveField removeField rankFields chatTriggers saveTrigger removeTrigger rankTriggers dispositionSettings
chat | * | | internal | forms triggers
chat | * | | | agents
chat | * | | internal | personCounts personData erasePerson
chat | * | | internal | heardFrom openConversation finished saveInbox receive greet introduce status change takeFile customerChanged thread visitorTyping joinVisitor visitorRead visitorEnd rate outgoing writeFor messageStates giveToTeam followBreak
webchat | Chats | Manage chat channels | | applications createApplication updateApplication deleteApplication application newIdentitySecret faqs createFaq updateFaq deleteFaq faqCategories createFaqCategory updateFaqCategory deleteFaqCategory mobileApps mobileApp createMobileApp updateMobileApp deleteMobileApp connectFirebase changePush testPush disconnectFirebase
webchat | * | | internal | forgetVisitors visitorsHere pushMessage
social | Chats | Manage chat channels | | channels channel webhooks connectTelegram connectWhatsapp connectMessenger connectEmail updateChannel testChannel rehearse disconnectChannel connectPlayStore connectTwitter
social | Chats | View chat inbox | | sendResponse replyTelegram sendDmFacebook sendFdmImage emailOutbound syncFb replyPlaystore replyDm replyTweet sendTdmImage deleteDm deleteTweet syncDm
social | Ticketing | Manage ticketing settings | | mailboxes setMailbox connectMailbox testMailbox disconnectMailbox
social | * | | internal | whatsappNumbers whatsappHealth whatsappTemplates createWhatsappTemplate deleteWhatsappTemplate keepWhatsappMedia sendWhatsappTemplate sendWhatsappQuestion openReplyWindows
social | * | | internal | forgetCustomers forgetMails deliver mailAnswer mailTicket sync fetchFile unsend
uploads | * | | | chatUploads form file removeFile
whatsapp | Whatsapp | Create whatsapp message, View whatsapp outbox, Set whatsapp bot | | inboxes numbers refreshNumber
whatsapp | Whatsapp | Create whatsapp message, View whatsapp outbox | | templates template syncTemplates numberBroadcasts broadcasts broadcast recipients customer customerEvents
whatsapp | Whatsapp, Chats | Create whatsapp message, View chat inbox | | usableTemplates
whatsapp | Whatsapp, Chats | View chat inbox | | sendTemplate
whatsapp | Whatsapp | Create whatsapp message | | createTemplate deleteTemplate createBroadcast mapBroadcast setBroadcastFile testBroadcast confirmBroadcast scheduleBroadcast pauseBroadcast resumeBroadcast cancelBroadcast
whatsapp | * | | internal | heardNews heardStatuses heardWish personCounts personData erasePerson questionTerms openWindows askCustomer singleTerms sendSingle marketingOptOuts
uploads | * | | internal | attach copy filesOf link keep dropOf dropFiles dropOlder
`;

/** The rule of each call by `service.name`. */
export const callRules: ReadonlyMap<string, Rule> = new Map(
  table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [service = "", products, permissions, flags, calls = ""] = line.split("|").map((cell) => cell.trim());
      const rule = ruleFrom(products, permissions, flags);
      return calls.split(" ").map((call) => [`${service}.${call}`, rule] as const);
    }),
);
